"""What happens to games and hands. File = noun, function = verb; nothing else writes."""
