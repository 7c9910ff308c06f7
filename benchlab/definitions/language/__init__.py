"""The definition language: YAML with positions, templates, strict reading, rules for SQL, and problems."""
