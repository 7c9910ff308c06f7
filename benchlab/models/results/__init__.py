"""What a run measured, its summary and its result document."""
