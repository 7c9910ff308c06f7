"""Parameters of a definition: their declarations, their values, and the grid of an experiment.

Other layers use ``parameters.Parameter`` and ``grid``.
"""
