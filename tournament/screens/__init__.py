"""The big screens of the room: what they show, and for how long."""
