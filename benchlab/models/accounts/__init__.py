"""People, their rights, tokens and links, and the audit log of what they did."""
