"""What the page of a run shows."""
