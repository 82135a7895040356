"""Ends a tournament before its last match, decides ties that no criterion breaks, and gives points
to a pair of a table, or takes some off."""

import re
import secrets
from collections.abc import Sequence
from typing import Any, Literal, get_args

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.formats.lots import of_a_tie
from tournament.formats.registry import format_of, is_individual
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_pair
from tournament.matches.models import Match
from tournament.matches.services import bracket
from tournament.seatings.models import SeatedRound
from tournament.seatings.services import crown
from tournament.standings.queries import OpenTie, open_ties, standings

How = Literal["lot", "program", "decider", "shared"]
"""How a tie was decided: by a lot drawn in the room, by one that the program drew, by a decider
that was played, or side by side."""
WAYS: tuple[How, ...] = get_args(How)
MOST_POINTS = 99
LONGEST_ORDER = 4_000
MOST_NAMED = 3
"""Matches named in a refusal."""


@transaction.atomic
def end_early(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Ends the tournament as it stands (`formats.early` says what that is in each format): a title
    that several pairs share is nobody's alone. The undo of the act lets it go on.

    Raises NotFound, NotAllowed, Refusal (not_drawn, finished, called_off, match_playing,
    nothing_played, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    _must_be_running(tournament)
    why = rights.given_reason(reason)
    tournament.ended_early = True
    tournament.save(update_fields=["ended_early"])
    if is_individual(tournament):
        champion, status = crown(tournament)
        followed: dict[str, Any] = {
            "champion": events.pair_ref(champion), "tournament_status": status,
        }  # fmt: skip
    else:
        followed = bracket.update(tournament=tournament).to_json()
    first = [
        line.pair for line in standings(tournament_id=tournament.pk) if line.title == "champion"
    ]
    events.append(
        tournament,
        actor,
        "tournament.ended_early",
        {
            "ended_early": True,
            "was": {"ended_early": False},
            "reason": why,
            "champions": [{"number": pair.number, "name": pair.name} for pair in first],
            **followed,
        },
    )
    return tournament


def _must_be_running(tournament: Tournament) -> None:
    refusals = {
        "not_drawn": (
            tournament.status == Tournament.Status.ENTRY,
            _("No draw has been made yet. Call the tournament off instead."),
        ),
        "finished": (
            tournament.status == Tournament.Status.FINISHED,
            _("It has ended already. A result that is wrong is corrected at its match."),
        ),
        "called_off": (
            tournament.is_called_off,
            _("It is called off already. If it takes place after all, undo that first."),
        ),
    }
    for code, (is_so, message) in refusals.items():
        if is_so:
            raise Refusal.one("tournament", code, message)
    matches = Match.objects.filter(tournament=tournament, kind="championship")
    playing = [match.label for match in matches.filter(status="playing").order_by("round", "slot")]
    if playing:
        raise Refusal.one(
            "tournament",
            "match_playing",
            _(
                "Being played: %(matches)s. Enter each result, also one of fewer games, or take "
                "the start back; then end the tournament."
            ),
            matches=", ".join(playing[:MOST_NAMED]) + ("…" if playing[MOST_NAMED:] else ""),
        )
    is_played = any(match.to_rules().is_fact for match in matches)
    rounds = SeatedRound.objects.filter(tournament=tournament).values_list("tables", flat=True)
    if not is_played and not any(table.get("order") for tables in rounds for table in tables):
        raise Refusal.one(
            "tournament",
            "nothing_played",
            _("Nothing has been played, so nothing stands. Call the tournament off instead."),
        )


@transaction.atomic
def decide_tie(
    *, tournament_id: int, actor: Actor, how: str, order: str, reason: str
) -> Tournament:
    """Decides a tie that every criterion leaves (T9). `order`: the numbers of its pairs, the best
    first; in any order where the places are shared or the program draws. The organisation's word
    goes before the rule that the tournament was given (T6). The undo of the act opens it again.

    Raises NotFound, NotAllowed, Refusal (no_such_tie, unknown_way, goes_on, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if how not in WAYS:
        raise Refusal.one(
            "how", "unknown_way", _("Say how it was decided: %(ways)s."), ways=", ".join(WAYS)
        )
    numbers = [int(word) for word in re.findall(r"\d{1,6}", order)]
    tie = _tie_of(tournament, numbers)
    if how == "shared" and (tie.group or format_of(tournament).key == "groups"):
        raise Refusal.one(
            "how",
            "goes_on",
            _("Somebody must go on, so this place cannot be shared. Choose a lot or a decider."),
        )
    why = rights.given_reason(reason)
    seed = secrets.token_hex(16) if how == "program" else ""
    numbers = of_a_tie(numbers, seed) if seed else numbers
    was = {"ties": list(tournament.ties or ())}
    decided = {"pairs": numbers, "how": how, **({"seed": seed} if seed else {})}
    tournament.ties = [*was["ties"], decided]
    tournament.save(update_fields=["ties"])
    followed = bracket.update(tournament=tournament)
    by_number = {pair.number: pair for pair in Pair.objects.filter(tournament=tournament)}
    events.append(
        tournament,
        actor,
        "tie.decided",
        {
            "ties": tournament.ties,
            "was": was,
            "how": how,
            "for_place": tie.place,
            "pairs": [events.pair_ref(by_number[number]) for number in numbers],
            "reason": why,
            **followed.to_json(),
        },
    )
    return tournament


def _tie_of(tournament: Tournament, numbers: Sequence[int]) -> OpenTie:
    ties = open_ties(tournament_id=tournament.pk)
    for tie in ties:
        if sorted(numbers) == sorted(pair.number for pair in tie.pairs):
            return tie
    if not ties:
        raise Refusal.one(
            "order",
            "no_such_tie",
            _("No tie waits for a decision. The standings say who is where."),
        )
    raise Refusal.one(
        "order",
        "no_such_tie",
        _("These pairs are in no tie. Give all the numbers of one: %(ties)s."),
        ties="; ".join(tie.numbers for tie in ties),
    )


@transaction.atomic
def give_points(*, pair_id: int, actor: Actor, points: int, reason: str) -> Pair:
    """Gives points to a pair in its table, or takes some off (`points` below 0), besides those that
    it was given before. The undo of the act takes that back.

    Raises NotFound, NotAllowed, Unseen (where later matches would fall by it), Refusal (not_drawn,
    no_table, bad_points, reason_required).
    """
    tournament, pair = lock_pair(pair_id=pair_id, official=actor)
    if tournament.status == Tournament.Status.ENTRY:
        raise Refusal.one("tournament", "not_drawn", _("No draw has been made yet."))
    if "points_win" not in format_of(tournament).options:
        raise Refusal.one(
            "tournament", "no_table", _("No table decides here, so nobody has points.")
        )
    before = tournament.points_given.get(str(pair.number), 0)
    if isinstance(points, bool) or not 0 < abs(points) <= MOST_POINTS >= abs(before + points):
        raise Refusal.one(
            "points",
            "bad_points",
            _("Give a number of points from −%(most)s to %(most)s, and not 0."),
            most=MOST_POINTS,
        )
    why = rights.given_reason(reason)
    was = dict(tournament.points_given)
    given = {**was, str(pair.number): before + points}
    tournament.points_given = {number: one for number, one in sorted(given.items()) if one}
    tournament.save(update_fields=["points_given"])
    followed = bracket.update(tournament=tournament)
    events.append(
        tournament,
        actor,
        "pair.points_given",
        {
            "pair": events.pair_ref(pair),
            "points": points,
            "points_given": tournament.points_given,
            "was": {"points_given": was},
            "reason": why,
            **followed.to_json(),
        },
    )
    return pair
