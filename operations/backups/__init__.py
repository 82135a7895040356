"""Backups of all data: made while the product runs, checked, restored."""
