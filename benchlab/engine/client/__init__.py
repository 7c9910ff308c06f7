"""What runs in a load process: ``python -m benchlab.engine.client``. Nothing here knows Django."""
