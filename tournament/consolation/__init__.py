"""Matches between beaten pairs (T3)."""
