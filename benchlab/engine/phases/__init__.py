"""The execution of each kind of phase."""
