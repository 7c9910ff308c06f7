"""Pages of reports, share links and saved filters."""
