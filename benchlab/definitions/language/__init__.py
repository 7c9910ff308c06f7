"""The definition language: YAML with positions, templates, SQL rules, vocabulary and problems."""
