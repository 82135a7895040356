"""Accounts: sessions, second steps, tokens, invitations, and the record of sign-ins."""
