"""Charts, tables and figures as pages show them. pyproject.toml says which room may use which."""
