"""Heads of the log for others to keep: signed, and provably of one history."""
