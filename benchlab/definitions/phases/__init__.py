"""The phases of a definition, read into the plan."""
