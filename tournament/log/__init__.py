"""The event log: every change in order, with the lock for writers, the rights and the words."""
