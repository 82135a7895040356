"""Rules of the hours of a day: pure Python, which stores nothing and reads no clock."""
