"""Probes of the server: counters, process, settings, privileges and layouts.

Other layers use ``layout`` and ``durability``.
"""
