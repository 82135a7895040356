"""How a match stands: the stored versions, the fold over them, what would follow from a change."""
