"""The tournament itself: its fields, its regulation and its organizers."""
