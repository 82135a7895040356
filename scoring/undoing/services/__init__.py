"""What happens: an act is undone, with the event that tells it."""
