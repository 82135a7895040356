"""Every change in order: events, the lock before them, the rights, the words they use."""
