"""Consolation matches between beaten pairs (T3)."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.acts import with_follow_ups
from tournament.championship.models import Tournament
from tournament.consolation.models import OptOut
from tournament.consolation.queries import Standby, standby
from tournament.entries.models import Pair
from tournament.errors import Problem, Refusal, lazy_text, no_such_pair
from tournament.formats.pairing import meeting
from tournament.formats.regulations import BEST_OF, decisive
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import bracket
from tournament.matches.services.bracket import lock_as_seen

MOST_AT_ONCE = 512
MOST_NAMED = 3
"""Matches named in a refusal."""


@transaction.atomic
def create_matches(
    *,
    tournament_id: int,
    pairings: Sequence[tuple[int, int]],
    actor: Actor,
    best_of: int | None = None,
    allow_rematches: bool = False,
) -> tuple[Match, ...]:
    """The next consolation round: one match for each two numbers of pairs. `best_of`: None means as
    many games as in the championship.

    Raises NotFound, NotAllowed, Refusal (not_drawn, consolation_ended, nothing_to_pair,
    bad_pairing, pair_not_free, pair_opted_out, paired_twice, rematch unless `allow_rematches`,
    bad_best_of), with every problem found.
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    games = _best_of(tournament, best_of)
    _must_go_on(tournament)
    numbers = _numbers(pairings)
    free = standby(tournament_id=tournament.pk)
    _must_fit(numbers, free, allow_rematches)
    pairs = {pair.number: pair for pair in Pair.objects.filter(tournament=tournament)}
    matches = _store(tournament, [(pairs[a], pairs[b]) for a, b in numbers], games)
    events.append(
        tournament,
        actor,
        "consolation.paired",
        {
            "best_of": games,
            "matches": [events.match_state(match) for match in matches],
        },
    )
    return tuple(matches)


@transaction.atomic
def end(*, tournament_id: int, actor: Actor) -> Tournament:
    """Ends the consolation: no more matches are made there, and those in the first place of its
    standings have won it. Ended before anybody played there, it is not held. The undo of the act
    lets it go on.

    Raises NotFound, NotAllowed, Refusal (not_drawn, consolation_ended, matches_open).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    _best_of(tournament, None)
    _must_go_on(tournament)
    matches = Match.objects.filter(tournament=tournament, kind=Match.Kind.CONSOLATION)
    left = [match.label for match in matches.exclude(status="finished").order_by("round", "slot")]
    if left:
        raise Refusal.one(
            "tournament",
            "matches_open",
            _("Still open in the consolation: %(matches)s. Enter each result, or call it off."),
            matches=", ".join(left[:MOST_NAMED]) + ("…" if left[MOST_NAMED:] else ""),
        )
    tournament.consolation_ended = True
    tournament.save(update_fields=["consolation_ended"])
    events.append(
        tournament,
        actor,
        "consolation.ended",
        {"consolation_ended": True, "was": {"consolation_ended": False}},
    )
    return tournament


@with_follow_ups
def cancel(
    *, match_id: int, actor: Actor, reason: str, expected_version: int | None = None
) -> Match:
    """Calls off a consolation match that has not ended: nobody wins it, and the two pairs may be
    paired again.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (not_consolation,
    match_finished, reason_required).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    if match.is_championship:
        raise Refusal.one(
            "match",
            "not_consolation",
            _("A match of the championship cannot be called off. Give a walkover or a ruling."),
        )
    if match.status == "finished":
        raise Refusal.one(
            "match",
            "match_finished",
            _("This match has ended. Reopen it, with a reason, to change it."),
        )
    why = rights.given_reason(reason)
    bracket.write(
        match, status="finished", winner="", ended_by="ruling", finished_at=timezone.now()
    )
    events.append(
        tournament, actor, "consolation.called_off", {**events.match_state(match), "reason": why}
    )
    return match


@transaction.atomic
def opt_out(*, tournament_id: int, number: int, actor: Actor) -> Pair:
    """A pair plays no more in the consolation: it is left out of proposals. A match it already has
    is not touched. Returns the pair.

    Raises NotFound, NotAllowed, Refusal (opted_out_already).
    """
    tournament, pair = _pair(tournament_id, number, actor)
    if OptOut.objects.filter(pair=pair).exists():
        raise Refusal.one(
            "pair",
            "opted_out_already",
            _("This pair plays no more in the consolation already. There is nothing to do."),
        )
    event = events.append(
        tournament, actor, "consolation.opted_out", {"pair": events.pair_ref(pair)}
    )
    OptOut.objects.create(pair=pair, at=event.at)
    return pair


@transaction.atomic
def opt_in(*, tournament_id: int, number: int, actor: Actor) -> Pair:
    """A pair that had opted out plays in the consolation again; returns it.

    Raises NotFound, NotAllowed, Refusal (not_opted_out).
    """
    tournament, pair = _pair(tournament_id, number, actor)
    gone, _rows = OptOut.objects.filter(pair=pair).delete()
    if not gone:
        raise Refusal.one(
            "pair",
            "not_opted_out",
            _("This pair has not opted out of the consolation. There is nothing to do."),
        )
    events.append(tournament, actor, "consolation.opted_in", {"pair": events.pair_ref(pair)})
    return pair


def _pair(tournament_id: int, number: int, actor: Actor) -> tuple[Tournament, Pair]:
    tournament = lock(tournament_id=tournament_id, official=actor)
    pair = Pair.objects.filter(tournament=tournament, number=number).first()
    if pair is None:
        raise no_such_pair()
    return tournament, pair


def _must_go_on(tournament: Tournament) -> None:
    if tournament.consolation_ended:
        raise Refusal.one(
            "tournament",
            "consolation_ended",
            _(
                "The consolation has ended. If it goes on after all, undo that first, on its page "
                "or in the log."
            ),
        )


def _best_of(tournament: Tournament, choice: int | None) -> int:
    if tournament.best_of is None:
        raise Refusal.one(
            "tournament",
            "not_drawn",
            _("Consolation is for beaten pairs. Make the draw and play first."),
        )
    if choice is None:
        return decisive(tournament.best_of)  # nobody counts points for a level match
    if type(choice) is int and choice in BEST_OF:
        return choice
    raise Refusal.one(
        "best_of",
        "bad_best_of",
        _("Choose an odd number of games from 1 to %(most)s."),
        most=BEST_OF[-1],
    )


def _numbers(pairings: object) -> list[tuple[int, int]]:
    if not isinstance(pairings, list | tuple) or not 0 < len(pairings) <= MOST_AT_ONCE:
        raise Refusal.one(
            "pairings", "nothing_to_pair", _("Choose at least one match between two pairs.")
        )
    for index, pairing in enumerate(pairings):
        two = isinstance(pairing, list | tuple) and len(pairing) == 2
        if not two or any(type(number) is not int for number in pairing):
            raise Refusal.one(
                f"pairings[{index}]", "bad_pairing", _("Give the numbers of two pairs.")
            )
    return [(a, b) for a, b in pairings]


def _must_fit(numbers: list[tuple[int, int]], free: Standby, allow_rematches: bool) -> None:
    problems: list[Problem] = []
    earlier_numbers: set[int] = set()
    for index, (a, b) in enumerate(numbers):
        field = f"pairings[{index}]"
        problems += [
            _opted_out(field, number) if number in free.opted_out else _not_free(field, number)
            for number in (a, b)
            if number not in free.numbers
        ]
        if a == b or {a, b} & earlier_numbers:
            problems.append(
                Problem(field, "paired_twice", _("A pair can play one match only. Choose another."))
            )
        if not allow_rematches and meeting(a, b) in free.met:
            problems.append(
                Problem(
                    field,
                    "rematch",
                    _("These pairs have met already. Choose others, or allow rematches."),
                )
            )
        earlier_numbers |= {a, b}
    if problems:
        raise Refusal(problems)


def _not_free(field: str, number: int) -> Problem:
    message = lazy_text(
        _(
            "Pair %(number)s is not a beaten pair that is free now. Choose one that has lost, has "
            "not left and is not playing."
        ),
        number=number,
    )
    return Problem(field, "pair_not_free", message)


def _opted_out(field: str, number: int) -> Problem:
    message = lazy_text(
        _(
            "Pair %(number)s is not playing on in the consolation. Choose another, or say first "
            "that it plays on after all."
        ),
        number=number,
    )
    return Problem(field, "pair_opted_out", message)


def _store(tournament: Tournament, pairs: list[tuple[Pair, Pair]], best_of: int) -> list[Match]:
    last = Match.objects.filter(tournament=tournament, kind="consolation").aggregate(
        round=Max("round"), slot=Max("slot")
    )
    first = 0 if last["slot"] is None else last["slot"] + 1
    return [
        Match.objects.create(
            tournament=tournament,
            kind=Match.Kind.CONSOLATION,
            round=(last["round"] or 0) + 1,
            slot=slot,
            pair_a=a,
            pair_b=b,
            best_of=best_of,
            status="ready",
        )
        for slot, (a, b) in enumerate(pairs, start=first)
    ]
