"""Writing a match's row. Internal to the services."""

from __future__ import annotations

from typing import Any

from tournament.matches.models import Match


def write(match: Match, **fields: Any) -> None:
    """Sets the fields and the next version, and saves nothing else."""
    for name, value in fields.items():
        setattr(match, name, value)
    match.version += 1
    match.save(update_fields=[*fields, "version"])
