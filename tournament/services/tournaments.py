"""Tournaments: made, changed while entry is open, shortened when time runs out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from secrets import token_hex
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal, said
from tournament.models import Match, Tournament
from tournament.rules.actors import Actor
from tournament.rules.events import stamp
from tournament.rules.regulations import BEST_OF, REGULATIONS
from tournament.services import bracket, checks, events, records
from tournament.services.locking import lock
from tournament.services.tables import MOST_TABLES, lay
from tournament.services.tournament_fields import MOST_COURTESY, checked

LONGEST_SLUG = 60
CHANGEABLE = ("name", "place", "starts_at", "regulation", "settings", "courtesy_minutes")


@transaction.atomic
def create(
    *,
    actor: Actor,
    owner: AbstractBaseUser | None,
    name: str,
    starts_at: datetime,
    place: str = "",
    regulation: str = "brisbane-2024",
    settings: Mapping[str, object] | None = None,
    tables: int = 1,
    courtesy_minutes: int | None = None,
    is_rehearsal: bool = False,
    slug: str | None = None,
) -> Tournament:
    """A new tournament, open for entry, with its tables; `owner` is its first organizer.

    `settings` are those of rules of record §10 that differ from the regulation. Raises Refusal
    with every problem found.
    """
    given = {"name": name, "place": place, "starts_at": starts_at, "regulation": regulation}
    values = checked({**given, "settings": settings or {}})
    checks.whole_number(tables, field="tables", least=1, most=MOST_TABLES)
    if courtesy_minutes is None:
        courtesy_minutes = REGULATIONS[values["regulation"]].courtesy_minutes
    checks.whole_number(courtesy_minutes, field="courtesy_minutes", least=0, most=MOST_COURTESY)
    tournament = _store(
        slug or values["name"],
        courtesy_minutes=courtesy_minutes,
        tables_count=tables,
        is_rehearsal=is_rehearsal,
        **values,
    )
    lay(tournament=tournament, count=tables)
    if owner is not None:
        tournament.organizers.add(owner.pk)
    events.append(
        tournament=tournament,
        kind="tournament.created",
        actor=actor,
        data={**_record(tournament), "tables": tables},
        topics=("tournament",),
    )
    return tournament


@transaction.atomic
def change(*, tournament_id: int, actor: Actor, **fields: object) -> Tournament:
    """Changes name, place, starts_at, regulation, settings or courtesy_minutes; once drawn, only
    what does not bear on the play: name, place, starts_at and courtesy_minutes.

    Raises NotFound, NotAllowed, Refusal (already_drawn, unknown_field…).
    """
    tournament = lock(tournament_id=tournament_id)
    checks.official(tournament=tournament, actor=actor)
    unknown = sorted(set(fields) - set(CHANGEABLE))
    if unknown:
        raise Refusal.one(
            unknown[0], "unknown_field", _("This cannot be changed here. Leave it out.")
        )
    values = checked(fields)
    _may_change(tournament, values)
    for name, value in values.items():
        setattr(tournament, name, value)
    if values:
        tournament.save(update_fields=list(values))
    events.append(
        tournament=tournament,
        kind="tournament.changed",
        actor=actor,
        data=_record(tournament),
        topics=("tournament",),
    )
    return tournament


@transaction.atomic
def reduce_games(*, tournament_id: int, best_of: int, actor: Actor, reason: str) -> Tournament:
    """Shortens the matches that have not ended (T5). One already won under the reduced number ends
    there. One in which both pairs have that many games (2–2 when best of 5 becomes best of 3) is
    decided by the game it is in, as it would have been anyway.

    Raises NotFound, NotAllowed, Refusal (not_drawn, not_fewer, reason_required).
    """
    tournament = lock(tournament_id=tournament_id)
    checks.official(tournament=tournament, actor=actor)
    was = _must_be_fewer(tournament, best_of)
    why = checks.given_reason(reason)
    tournament.best_of = best_of
    tournament.save(update_fields=["best_of"])
    unfinished = Match.objects.filter(tournament=tournament, best_of__gt=best_of)
    unfinished = unfinished.exclude(status="finished").select_related("pair_a", "pair_b")
    shortened = [_shorten(match, best_of) for match in unfinished.order_by("kind", "round", "slot")]
    followed = bracket.follow(tournament=tournament)
    events.append(
        tournament=tournament,
        kind="tournament.games_reduced",
        actor=actor,
        data={
            "best_of": best_of,
            "was": was,
            "reason": why,
            "matches": shortened,
            **followed.to_json(),
        },
        topics=("tournament", "bracket", "standings", "consolation", "tables"),
    )
    return tournament


def _may_change(tournament: Tournament, values: Mapping[str, object]) -> None:
    bearing = [name for name in ("regulation", "settings") if name in values]
    changed = [name for name in bearing if values[name] != getattr(tournament, name)]
    if changed and tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            changed[0],
            "already_drawn",
            _("The draw has been made, so the rules stand. Undo the draw to change them."),
        )


def _must_be_fewer(tournament: Tournament, best_of: object) -> int:
    was = tournament.best_of
    if was is None:
        raise Refusal.one(
            "best_of", "not_drawn", _("The draw decides the number of games. Make the draw first.")
        )
    fewer = [number for number in BEST_OF if number < was]
    if type(best_of) is not int or best_of not in fewer:
        raise Refusal.one(
            "best_of",
            "not_fewer",
            said(_("Matches are best of %(was)s. Choose an odd number below that."), was=was),
        )
    return was


def _shorten(match: Match, best_of: int) -> dict[str, Any]:
    needed = best_of // 2 + 1
    a, b = match.games
    if a >= needed and b >= needed:
        # Level: the game in progress decides, under the least number that leaves it open.
        bracket.write(match, best_of=2 * max(a, b) + 1)
    elif match.status == "playing" and max(a, b) >= needed:
        bracket.end_by_games(match, best_of=best_of, winner="A" if a > b else "B")
    else:
        bracket.write(match, best_of=best_of)
    return {**records.match_state(match), "best_of": match.best_of}


def _store(wanted: str, **fields: Any) -> Tournament:
    """Stores it under a free address, even if another of the same name is made at this moment."""
    for attempt in range(3):
        slug = _free_slug(wanted) if attempt == 0 else f"{_free_slug(wanted)}-{token_hex(3)}"
        try:
            with transaction.atomic():
                return Tournament.objects.create(slug=slug, **fields)
        except IntegrityError:
            if not Tournament.objects.filter(slug=slug).exists():
                raise
    raise Refusal.one("name", "name_taken", _("This name is taken. Choose another one."))


def _free_slug(name: str) -> str:
    base = slugify(name)[:LONGEST_SLUG].strip("-") or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    numbers = (re.fullmatch(rf"{re.escape(base)}-(\d{{1,6}})", slug) for slug in taken)
    return f"{base}-{max((int(found[1]) for found in numbers if found), default=1) + 1}"


def _record(tournament: Tournament) -> dict[str, Any]:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "starts_at": stamp(tournament.starts_at),
        "regulation": tournament.regulation,
        "settings": tournament.settings,
        "courtesy_minutes": tournament.courtesy_minutes,
        "is_rehearsal": tournament.is_rehearsal,
    }
