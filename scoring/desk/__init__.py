"""The desk: what waits for an official, and the last acts."""
