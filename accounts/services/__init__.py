"""What happens to accounts: function = verb; nothing else writes."""
