"""The referee's app for a table, and what holds its rules to the engine's."""
