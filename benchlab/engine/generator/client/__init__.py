"""What runs in a load process: ``python -m benchlab.engine.generator.client``. Nothing here knows Django."""
