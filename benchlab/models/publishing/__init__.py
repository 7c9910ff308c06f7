"""Reports, share links and saved filters."""
