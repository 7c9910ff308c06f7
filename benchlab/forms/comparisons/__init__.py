"""The choice of what is compared."""
