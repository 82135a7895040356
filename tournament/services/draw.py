"""The draw (T2): made once from a recorded seed, undone while nothing has been played."""

from __future__ import annotations

from secrets import token_hex

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.errors import Refusal
from tournament.models import Match, Pair, Tournament
from tournament.rules import bracket as shape
from tournament.rules import draw as rules
from tournament.rules import text as texts
from tournament.rules.actors import Actor
from tournament.rules.regulations import REGULATIONS
from tournament.services import bracket, checks, events, records
from tournament.services.locking import lock

LONGEST_SEED = 200


@transaction.atomic
def make(*, tournament_id: int, actor: Actor, seed: str | None = None) -> Tournament:
    """Draws the pairs entered into a bracket and fixes the number of games (T1, T2).

    The seed's text is recorded with the algorithm's name, so that anyone can draw again and get
    the same (docs/draw.md); without one, it is made from the machine's source of chance. Raises
    NotFound, NotAllowed, Refusal (already_drawn, too_few_pairs, and the seed's faults).
    """
    tournament = lock(tournament_id=tournament_id)
    checks.official(tournament=tournament, actor=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made. Undo it, with a reason, to draw again."),
        )
    pairs = {pair.number: pair for pair in _entered(tournament)}
    if len(pairs) < 2:
        raise Refusal.one(
            "pairs", "too_few_pairs", _("A draw needs two pairs at least. Enter more pairs first.")
        )
    drawn = rules.draw(list(pairs), _seed(seed))
    best_of = REGULATIONS[tournament.regulation].best_of(len(pairs))
    tournament.best_of = best_of
    tournament.draw_seed = drawn.seed
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["best_of", "draw_seed", "status"])
    _lay_out(tournament, drawn, pairs, best_of)
    followed = bracket.follow(tournament=tournament)
    events.append(
        tournament=tournament,
        kind="draw.made",
        actor=actor,
        data={
            "algorithm": rules.ALGORITHM,
            "seed": drawn.seed,
            "numbers": list(drawn.numbers),
            "matches": [list(match) for match in drawn.matches],
            "best_of": best_of,
            "pairs": [records.pair_ref(pairs[number]) for number in drawn.numbers],
            **followed.to_json(),
        },
        topics=("bracket", "tournament", "pairs", "standings"),
    )
    return tournament


@transaction.atomic
def undo(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Takes the draw back and opens entry again, while no match has begun or been decided.

    Raises NotFound, NotAllowed, Refusal (not_drawn, match_begun, reason_required).
    """
    tournament = lock(tournament_id=tournament_id)
    checks.official(tournament=tournament, actor=actor)
    if tournament.status == Tournament.Status.ENTRY:
        raise Refusal.one("tournament", "not_drawn", _("No draw has been made yet."))
    matches = list(Match.objects.filter(tournament=tournament))
    if any(match.to_rules().is_fact for match in matches):
        raise _match_begun()
    why = checks.given_reason(reason)
    seed, best_of = tournament.draw_seed, tournament.best_of
    tournament.status = Tournament.Status.ENTRY
    tournament.best_of = tournament.draw_seed = tournament.champion = None
    tournament.save(update_fields=["status", "best_of", "draw_seed", "champion"])
    try:
        Match.objects.filter(tournament=tournament).delete()
    except ProtectedError as error:
        raise _match_begun() from error
    events.append(
        tournament=tournament,
        kind="draw.undone",
        actor=actor,
        data={"reason": why, "seed": seed, "best_of": best_of},
        topics=("bracket", "tournament", "pairs", "standings", "tables"),
    )
    return tournament


def _entered(tournament: Tournament) -> list[Pair]:
    pairs = Pair.objects.filter(tournament=tournament, status=Pair.Status.ENTERED)
    return list(pairs.order_by("number"))


def _seed(seed: str | None) -> str:
    if seed is None:
        return token_hex(16)
    text, fault = texts.clean(seed, field="seed", longest=LONGEST_SEED, required=True)
    wording.refuse([fault] if fault else [])
    return text


def _lay_out(
    tournament: Tournament, drawn: rules.Draw, pairs: dict[int, Pair], best_of: int
) -> None:
    """Stores every match of the bracket; what follows from the draw is worked out after it."""
    matches = [
        Match(
            tournament=tournament,
            kind=Match.Kind.CHAMPIONSHIP,
            round=place.round,
            slot=place.slot,
            best_of=best_of,
        )
        for place in shape.places(len(pairs))
    ]
    for match, (a, b) in zip(matches, drawn.matches, strict=False):
        match.pair_a = pairs[a]
        match.pair_b = None if b is None else pairs[b]
        if b is None:
            # Born finished, so that a big bracket is not written twice.
            match.status, match.winner, match.ended_by = "finished", "A", "bye"
            match.finished_at = timezone.now()
        else:
            match.status = "ready"
    Match.objects.bulk_create(matches)


def _match_begun() -> Refusal:
    return Refusal.one(
        "tournament",
        "match_begun",
        _("A match has begun or been decided, so the draw stands. Withdraw single pairs instead."),
    )
