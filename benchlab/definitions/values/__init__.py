"""Values: units as people write them, and generators that draw values from a run's seed.

Other layers use ``units`` and ``generators``.
"""
