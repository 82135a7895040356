"""What the API writes of its own; everything else goes through `scoring` and `tournament`."""
