"""The tables of the room, their join links, and the tablets bound to them."""
