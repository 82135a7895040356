"""The hours of the day, and fewer games a match when time runs out (T5)."""
