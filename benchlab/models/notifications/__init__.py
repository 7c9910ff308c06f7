"""Notifications to webhooks and people."""
