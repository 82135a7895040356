"""Taking away a tournament or an account, with everything that is theirs alone."""
