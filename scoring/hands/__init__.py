"""Entering a hand, correcting it, taking it back."""
