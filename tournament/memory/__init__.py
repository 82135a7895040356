"""The rows that each act at the desk changed, stored so that it can be undone as a whole."""
