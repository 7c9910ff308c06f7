"""The API of people, tokens and the audit log, and who may call it."""
