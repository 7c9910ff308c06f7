"""What the page of a trend shows."""
