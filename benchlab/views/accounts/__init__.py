"""Pages of signing in, people, tokens and the audit log."""
