"""Copies of everything that is kept: made while the product runs, checked, brought back."""
