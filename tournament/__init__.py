"""Pairs, draw, bracket, matches, tables, consolation, standings and the event log."""
