"""A plan tried on its server before it is launched."""
