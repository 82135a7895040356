"""Queries of the desk: what waits for an official, and the state of every table."""
