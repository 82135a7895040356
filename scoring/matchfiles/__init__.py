"""A match as a file: the notation in and out, hands in the open format."""
