"""Dry runs: a plan's statements, or its tables alone, tried on its server before a launch.

Other layers use ``engine.rehearse`` and ``table_creation``.
"""
