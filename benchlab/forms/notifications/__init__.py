"""Forms of webhooks and e-mail notifications."""
