"""The API of runs: what they measured, and what people noted of them."""
