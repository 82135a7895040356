"""What happens to a tournament. File = noun, function = verb; nothing else writes."""
