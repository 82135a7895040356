"""Matches as files: read and written in the notation, and hands in the open format."""
