"""Runs exported from one benchlab and imported into another."""
