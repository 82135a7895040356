"""Rules: what is counted and what is remarkable. No Django, no clock."""
