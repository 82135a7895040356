"""Arrivals: pairs ticked as present on the day, by the desk or by the pair itself at the door."""
