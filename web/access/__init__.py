"""Accounts: registering, logging in, locking out; each reader's language and appearance."""
