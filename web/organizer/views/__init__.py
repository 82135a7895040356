"""One view, one verb. A view fetches, calls one service or a few queries, and shows."""
