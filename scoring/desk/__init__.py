"""What waits for an official."""
