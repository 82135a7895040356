"""Serving the site in a room without internet: addresses and certificates."""
