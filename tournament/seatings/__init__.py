"""The rounds of a day of individuals: who sits where, and the order in which they finished."""
