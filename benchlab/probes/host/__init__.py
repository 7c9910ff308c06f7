"""Probes of the host: iostat, sar, hardware and storage."""
