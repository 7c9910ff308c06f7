"""The command line: its verbs, written against the API. Of the standard library alone, so that it runs anywhere."""
