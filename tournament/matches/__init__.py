"""Who meets whom, where, how it ended, and what follows from it in the bracket."""
