"""Who has come: pairs that are here on the day, ticked by the desk or by themselves at the door."""
