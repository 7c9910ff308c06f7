"""Statistics and verdicts on stored results, without Django. pyproject.toml says which room may use which."""
