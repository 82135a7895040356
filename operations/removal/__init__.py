"""Removing a tournament or an account, with everything that belongs only to it."""
