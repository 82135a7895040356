"""The table referee's pages: the app, and pages without scripts that do the same."""
