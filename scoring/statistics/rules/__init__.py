"""What is counted, and what is remarkable: no Django, no clock."""
