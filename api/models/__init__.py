"""The API stores nothing of its own: tokens are `accounts`'."""
