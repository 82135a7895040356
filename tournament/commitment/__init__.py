"""The commitment to a draw: a secret fixed before the room speaks, and opened after."""
