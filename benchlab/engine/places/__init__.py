"""Where a run works: schemas, accounts, sessions and settings on a server."""
