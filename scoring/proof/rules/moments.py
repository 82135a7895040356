"""Compares times of rows with the times of the events that tell of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

NEAR = timedelta(seconds=60)
"""How long before its event a row's time may lie: an act and its event are one transaction."""
SLACK = timedelta(seconds=5)


def is_near(moment: datetime, events: Iterable[datetime]) -> bool:
    """Whether one of these events came at that time or shortly after. Events are in the log's
    order, which differs from the order of their times when a clock was set back."""
    return any(moment - SLACK <= at <= moment + NEAR for at in events)
