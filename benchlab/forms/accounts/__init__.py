"""Forms of people, tokens and the audit log."""
