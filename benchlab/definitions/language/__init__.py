"""The definition language: YAML with positions, templates, strict reading of nodes, rules for SQL, and problems.

The lowest room: all others use it. Other layers use ``problems``, ``suggestions``, ``sql_lexer`` and ``fingerprint``.
"""
