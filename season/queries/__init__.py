"""Circuits, their rankings and their ratings, computed from the tournaments each time."""
