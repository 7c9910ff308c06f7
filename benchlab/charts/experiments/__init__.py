"""What the page of an experiment shows."""
