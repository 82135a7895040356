"""How fast the day goes: learned from the hands, and when it will be over."""
