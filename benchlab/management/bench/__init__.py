"""The verbs of `manage.py bench`; each module adds its own and answers with an exit code."""
