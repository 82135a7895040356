"""Proof for everybody: a tournament rebuilt from its log, checked, written out, read in."""
