"""Accounts: signing in, passwords, the second step, and who may try."""
