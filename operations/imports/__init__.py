"""Importing a tournament from its file, as a job with progress."""
