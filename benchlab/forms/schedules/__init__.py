"""The form of a schedule."""
