"""Probes of the server: counters, process, settings, rights and layouts."""
