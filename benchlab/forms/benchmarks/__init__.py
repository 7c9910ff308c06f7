"""The launch form and the form of a definition."""
