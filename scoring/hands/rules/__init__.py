"""Rules: pure Python."""
