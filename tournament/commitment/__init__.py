"""The commitment to a draw: a secret fixed before people in the room say words, and opened
after."""
