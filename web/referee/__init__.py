"""What the referee of a table sees: the app, and the same without scripts."""
