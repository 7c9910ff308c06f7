"""The plan: all that an execution needs, resolved and frozen."""
