"""Accounts: registering, logging in, locking out; a language and a look for whoever reads."""
