"""The draw: made once from a recorded seed."""
