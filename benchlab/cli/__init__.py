"""The command line: verbs written against the API. Uses only the standard library, so that it runs anywhere."""
