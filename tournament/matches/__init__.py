"""Matches: who meets whom, where, how each match ended, and what follows in the bracket."""
