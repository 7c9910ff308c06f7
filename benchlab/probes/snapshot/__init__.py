"""Snapshots of a server and its host, and the check of a server that is entered.

Other layers use ``snapshot`` and ``server_check``.
"""
