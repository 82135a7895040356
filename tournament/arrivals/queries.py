"""Who is here, who is missing, and the code on the door with which pairs tick themselves."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.championship.models import Tournament
from tournament.entries.models import Pair

SALT = "tournament.arrivals.door"
CODE_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Presence:
    """An entered pair. `here_since`: when it was checked in; None while nobody has checked
    it."""

    number: int
    name: str
    club: str
    here_since: datetime | None


@dataclass(frozen=True, slots=True)
class Roll:
    """Every entered pair. `is_called`: at least one pair is ticked, so the others count as
    missing."""

    pairs: tuple[Presence, ...]

    @property
    def here(self) -> tuple[Presence, ...]:
        return tuple(pair for pair in self.pairs if pair.here_since is not None)

    @property
    def missing(self) -> tuple[Presence, ...]:
        return tuple(pair for pair in self.pairs if pair.here_since is None)

    @property
    def is_called(self) -> bool:
        return any(pair.here_since for pair in self.pairs)


def roll(*, tournament_id: int) -> Roll:
    """The roll of the entered pairs, by number. One query."""
    pairs = Pair.objects.filter(tournament_id=tournament_id, status=Pair.Status.ENTERED)
    rows = pairs.select_related("arrival").order_by("number")
    return Roll(tuple(_presence(pair) for pair in rows))


def door_code(*, tournament_id: int) -> str:
    """The text of the code on the door: only somebody who stands in front of the door can read
    it."""
    slug = Tournament.objects.values_list("slug", flat=True).get(pk=tournament_id)
    return salted_hmac(SALT, slug, algorithm="sha256").hexdigest()[:CODE_LENGTH]


def opens_door(*, tournament_id: int, code: str) -> bool:
    """Whether `code` is the one on the door."""
    return constant_time_compare(door_code(tournament_id=tournament_id), code)


def _presence(pair: Pair) -> Presence:
    arrival = getattr(pair, "arrival", None)
    return Presence(pair.number, pair.name, pair.club, arrival.at if arrival else None)
