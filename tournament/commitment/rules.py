"""The recipe that makes a draw from a secret and from words said in the room (docs/draw.md)."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.formats.setting import NO_WISHES, Wishes

RECIPE = "mus-commit/2"
WITHOUT_WISHES = "mus-commit/1"
SEED_RECIPE = "mus-seed/1"


@dataclass(frozen=True, slots=True)
class DrawStory:
    """A commitment, a draw, or both. `promised`: the draw's recipe named by the commitment;
    `algorithm`: the recipe used. `wishes`: the draw's; before the draw, the commitment's. `secret`
    is empty until it is opened. `by_hand`: why the draw was made by hand, `drawn_by`: by whom.
    `late`: (number, kind) of each event after the commitment that
    changed the list of pairs."""

    commitment: str = ""
    committed_at: datetime | None = None
    event: int = 0
    recipe: str = WITHOUT_WISHES
    promised: str = ""
    algorithm: str = ""
    wishes: Wishes = NO_WISHES
    numbers: tuple[int, ...] = ()
    head: str = ""
    words: tuple[str, ...] = ()
    secret: str = ""
    late: tuple[tuple[int, str], ...] = ()
    seed: str = ""
    matches: tuple[tuple[int, int | None], ...] = ()
    drawn_at: datetime | None = None
    by_hand: str = ""
    drawn_by: str = ""
    undone: str = ""
    cancelled: str = ""

    @property
    def is_open(self) -> bool:
        return bool(self.commitment) and not self.seed and not self.cancelled

    def to_json(self) -> dict[str, Any]:
        """What a program needs to make the draw again."""
        return {
            "recipe": self.recipe,
            "commitment": self.commitment,
            "promised": self.promised,
            "algorithm": self.algorithm,
            "numbers": list(self.numbers),
            "seeds": list(self.wishes.seeds),
            "clubs": [list(club) for club in self.wishes.clubs.items()],
            "head": self.head,
            "secret": self.secret,
            "words": list(self.words),
            "seed": self.seed,
            "matches": [list(match) for match in self.matches],
        }


def commitment_of(
    *,
    algorithm: str,
    numbers: Sequence[int],
    head: str,
    secret: str,
    wishes: Wishes = NO_WISHES,
    recipe: str = RECIPE,
) -> str:
    """The hash published before the words are said. It fixes the secret, the pairs, the recipe and,
    since mus-commit/2, who is seeded and which clubs are kept apart.

    `head`: the hash of the event before. It fixes the names of the pairs.
    """
    lines = [_listed(sorted(numbers))]
    if recipe != WITHOUT_WISHES:
        lines.append(_listed(wishes.seeds))
        lines.append(_listed(f"{number}={club}" for number, club in wishes.clubs.items()))
    return _sha256(recipe, algorithm, *lines, head, secret)


def seed_of(*, secret: str, words: Sequence[str]) -> str:
    """The seed made from the secret and the words. The order of the words matters."""
    return _sha256(SEED_RECIPE, secret, *words)


def story_faults(story: DrawStory) -> tuple[str, ...]:
    """What in a story does not follow from the rest: "commitment", "seed", "recipe". Empty when
    everything follows, or when nothing has been opened yet."""
    faults = []
    if story.commitment and story.secret:
        again = commitment_of(
            algorithm=story.promised, numbers=story.numbers, head=story.head, secret=story.secret,
            wishes=story.wishes, recipe=story.recipe,
        )  # fmt: skip
        faults += [] if again == story.commitment else ["commitment"]
        if story.seed and story.seed != seed_of(secret=story.secret, words=story.words):
            faults.append("seed")
        if story.seed and not _is_as_promised(story):
            faults.append("recipe")
    return tuple(faults)


def _is_as_promised(story: DrawStory) -> bool:
    """Whether the draw used the recipe that was promised. A mus-commit/1 fixed no seeds and clubs,
    and a draw with these uses another recipe, so there any recipe passes."""
    return story.recipe == WITHOUT_WISHES or story.promised == story.algorithm


def _listed(values: Iterable[object]) -> str:
    return ",".join(map(str, values))


def _sha256(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
