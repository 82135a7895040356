"""What happens: function = verb; nothing else writes."""
