"""What happens: chances are worked out behind the hands, and kept."""
