"""Rules: pure Python, no database."""
