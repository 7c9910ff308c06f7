"""A report as a document, ``benchlab.report/1``: its page, what is frozen, and every export are made of that alone."""
