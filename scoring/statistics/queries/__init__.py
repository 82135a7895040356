"""Queries: answers as frozen dataclasses. Queries write nothing."""
