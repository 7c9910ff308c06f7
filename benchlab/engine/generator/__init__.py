"""The load generator: its processes, what they send, and how their seconds are put together."""
