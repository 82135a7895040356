"""A fault at every statement of every service: the database is as it was, to the last row."""
