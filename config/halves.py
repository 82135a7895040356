"""The connections of this process without a complete request, for what limits and counts them."""

from __future__ import annotations

import asyncio

half: dict[asyncio.Protocol, asyncio.TimerHandle] = {}
"""Connections that wait for a first or an incomplete request, the oldest first."""


def count() -> int:
    """How many there are at this moment."""
    return len(half)
