"""Tables of the room, their links, the tablets bound to them."""
