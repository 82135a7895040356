"""Pairs: entered, changed, withdrawn, brought back."""
