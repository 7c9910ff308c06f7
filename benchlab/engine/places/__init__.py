"""Where a run works on a server: its schema, account, sessions and settings, and whether the server still answers.

Other layers use ``workspace``, ``global_settings``, ``hang_detection`` and ``server_restart``.
"""
