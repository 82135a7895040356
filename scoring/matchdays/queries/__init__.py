"""What is to be played until when, and what pairs are told of it."""
