"""The plan: what a run executes, resolved from a definition and checked against a server.

Other layers use ``plan``, ``published_figures``, ``primary_figure``, ``server_facts`` and ``server_requirements``.
"""
