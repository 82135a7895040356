"""The pace of the day, learned from its hands, and the forecast of its end."""
