"""The words of officials: confirmed, replaced, dismissed, games and matches decided."""
