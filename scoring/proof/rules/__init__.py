"""Rules: what a log tells, and where stored rows differ from it. Pure, for any copy of a log."""
