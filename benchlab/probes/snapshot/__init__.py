"""Server, host and settings as they are at one moment."""
