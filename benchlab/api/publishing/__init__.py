"""The API of reports, share links and saved filters."""
