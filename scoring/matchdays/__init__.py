"""A league over weeks: until when each round is to be played, when its pairs meet, what is left."""
