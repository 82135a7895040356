"""The consolation: matches between beaten pairs (T3)."""
