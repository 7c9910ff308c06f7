"""The form of a server."""
