"""The day itself: its fields, its regulation, who runs it."""
