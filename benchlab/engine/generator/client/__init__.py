"""What runs in a load process: ``python -m benchlab.engine.generator.client``. Nothing here knows Django.

Its 17 files are one program; no other room but the dry run imports any of them.
"""
