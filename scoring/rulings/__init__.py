"""Rulings of officials: questions confirmed, replaced or dismissed; games and matches decided."""
