"""Standings: who stands where, and by which tie-break."""
