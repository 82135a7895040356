"""The big screens of the room: which panels they show, and for how long."""
