"""Tournaments with a delay: copies of their rows, and reading from a copy."""
