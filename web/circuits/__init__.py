"""Circuits: the ranking and the ratings for everybody, and the pages of whoever runs one."""
