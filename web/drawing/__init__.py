"""The pictures that a link brings along: drawn beside the server, before anybody asks."""
