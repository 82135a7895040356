"""What is true of the hours of a day: pure Python, nothing stored and no clock read."""
