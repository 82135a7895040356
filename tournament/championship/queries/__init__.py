"""Queries about tournaments: they return frozen dataclasses and write nothing."""
