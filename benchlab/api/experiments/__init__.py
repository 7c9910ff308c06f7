"""The API of experiments."""
