"""Proof: a tournament is retold from its log, checked, exported to a file, rebuilt from a file."""
