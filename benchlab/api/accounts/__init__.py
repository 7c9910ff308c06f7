"""The API of people, tokens and the audit log, and its permissions."""
