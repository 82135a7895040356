"""Circuits: several tournaments with one ranking, and ratings from their matches."""
