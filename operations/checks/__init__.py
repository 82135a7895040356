"""Checks of an installation. Each says what it found, and the remedy."""
