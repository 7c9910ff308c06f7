"""The load generator: its processes, the messages between them, and how their seconds are merged.

Other layers use ``phase_seconds.METRICS`` alone.
"""
