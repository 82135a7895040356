"""The hours of the day, and the games made fewer when they run out (T5)."""
