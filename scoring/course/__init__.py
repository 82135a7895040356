"""The state of a match: stored versions of hands, and what follows from them or from a change."""
