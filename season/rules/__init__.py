"""Points by place, the ranking, ratings, and who is the same person. Pure Python."""
