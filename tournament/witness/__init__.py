"""Signed heads of the log for outsiders to keep, and proofs that the heads are of one history."""
