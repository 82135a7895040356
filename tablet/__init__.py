"""The referee's app for a table, and the check that its rules agree with the engine's."""
