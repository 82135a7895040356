"""Whom this installation trusts, what it has fetched, and what is on its way."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language

from jobs import products
from jobs.products import ProductRow
from jobs.queries import Look
from operations.imports.queries import TROUBLE
from season.models import Origin, Peer
from tournament.errors import StrOrPromise

TAKE_IN = "federation.take_in"
"""The job that takes in a day by its address."""


@dataclass(frozen=True, slots=True)
class PeerView:
    """An installation that is trusted."""

    id: int
    address: str
    key: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class TakenDay:
    """A tournament that was fetched. `address`: where it is played; `events`: how many its log has
    here; `key`: of the installation that signed its head."""

    slug: str
    name: str
    address: str
    key: str
    events: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ComingDay:
    """A day that was asked for. `became`: "" until it is in, or where it was refused; `why`: the
    refusal, in the reader's language; `slug`: the day as it is here, if it is."""

    job: int
    address: str
    look: Look
    became: str
    why: StrOrPromise
    slug: str

    @property
    def is_coming(self) -> bool:
        """Whether its job has not ended."""
        return self.look in ("queued", "running")


def peers() -> tuple[PeerView, ...]:
    """Whom this installation trusts, by address. One query."""
    return tuple(
        PeerView(peer.pk, peer.address, peer.key, peer.added_at) for peer in Peer.objects.all()
    )


def taken_days(part: slice = slice(None)) -> tuple[TakenDay, ...]:
    """The tournaments fetched from others, the latest first, or a part of them. One query."""
    return tuple(map(_day, Origin.objects.select_related("tournament")[part]))


def taken_count() -> int:
    """How many tournaments were fetched from others. One query."""
    return Origin.objects.count()


def origin_of(*, tournament_id: int) -> TakenDay | None:
    """Where a tournament was fetched from; None for one made here. One query."""
    origin = Origin.objects.filter(tournament=tournament_id).select_related("tournament").first()
    return _day(origin) if origin else None


def on_their_way() -> list[ComingDay]:
    """The addresses asked for within a day, the latest first."""
    return [_coming(row) for row in products.made_for(name=TAKE_IN)]


def _coming(row: ProductRow) -> ComingDay:
    outcome = row.outcome
    trouble = TROUBLE if row.look == "failed" else ""
    why = outcome.get("why", {}).get(get_language(), trouble)
    slug = outcome.get("slug") or outcome.get("here") or ""
    address = row.asked_for["address"]
    return ComingDay(row.job, address, row.look, outcome.get("became", ""), why, slug)


def _day(row: Origin) -> TakenDay:
    tournament = row.tournament
    return TakenDay(
        tournament.slug, tournament.name, row.address, row.key, tournament.event_number, row.at
    )
