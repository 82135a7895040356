"""One value inside an object or a list changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

A_MOMENT = "2026-05-24T12:00:00.000000Z"


def another_inside(value: Any, rng: Random) -> tuple[list[Any] | None, Any]:
    """`value` with one number, text or truth inside it changed, and where."""
    places = list(_leaves(value, []))
    if not places:
        return None, value
    path = rng.choice(places)
    copy = json.loads(json.dumps(value))
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    old = inside[path[-1]]
    if isinstance(old, bool):
        inside[path[-1]] = not old
    elif isinstance(old, int):
        inside[path[-1]] = old + rng.choice([1, 2, 3])
    elif len(old) == len(A_MOMENT) and old.endswith("Z"):
        inside[path[-1]] = f"{old[:11]}{(int(old[11:13]) + 1) % 24:02}{old[13:]}"
    else:
        inside[path[-1]] = old[:-1] + ("x" if old[-1:] != "x" else "y")
    return path, copy


def _leaves(value: Any, path: list[Any]) -> Iterator[list[Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, [*path, key])
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, [*path, index])
    elif isinstance(value, bool | int | str):
        yield path
