"""Arrivals: pairs that check in on the day, ticked by the desk or by the pair itself at the door.

The list to check in by is `arrivals/` of a tournament, and on paper the check-in list.
"""
