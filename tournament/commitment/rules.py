"""The recipe by which a draw hangs on a secret and on the words of a room (docs/draw.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from tournament.formats.setting import NO_WISHES, Wishes

RECIPE = "mus-commit/2"
WITHOUT_WISHES = "mus-commit/1"
SEED_RECIPE = "mus-seed/1"


def commitment_of(
    *,
    algorithm: str,
    numbers: Sequence[int],
    head: str,
    secret: str,
    wishes: Wishes = NO_WISHES,
    recipe: str = RECIPE,
) -> str:
    """What is published before the words: it fixes the secret, the pairs, the recipe and, since
    mus-commit/2, who is seeded and which clubs are kept apart.

    `head`: the hash of the event before, which fixes who these pairs are.
    """
    lines = [_listed(sorted(numbers))]
    if recipe != WITHOUT_WISHES:
        lines.append(_listed(wishes.seeds))
        lines.append(_listed(f"{number}={club}" for number, club in wishes.clubs.items()))
    return _sha256(recipe, algorithm, *lines, head, secret)


def seed_of(*, secret: str, words: Sequence[str]) -> str:
    """The seed that follows from the secret and the words, in the order in which they came."""
    return _sha256(SEED_RECIPE, secret, *words)


def _listed(values: Iterable[object]) -> str:
    return ",".join(map(str, values))


def _sha256(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
