"""What may be wrong with an installation: each check says what it found, and the remedy."""
