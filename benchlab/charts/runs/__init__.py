"""A run as its page shows it: summary cards, charts over time (``panels``), the phase timeline, the study's figures."""
