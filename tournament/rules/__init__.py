"""What is true of a tournament: pure Python, no Django, no clock, no dice."""
