"""A trend as its page shows it: a figure run after run."""
