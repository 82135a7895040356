"""Moments of rows beside those of the events that tell of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

NEAR = timedelta(seconds=60)
"""How long before its event a moment may lie: an act and its event are one transaction."""
SLACK = timedelta(seconds=5)


def is_near(moment: datetime, events: Iterable[datetime]) -> bool:
    """Whether one of these events came with it or shortly after it. Events stand in the log's
    order, which is not that of their moments once a clock has been set back."""
    return any(moment - SLACK <= at <= moment + NEAR for at in events)
