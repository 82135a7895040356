"""Makes the day shorter by fewer games in a match (T5), and takes this back.

What either would do is shown by the act itself, rolled back (`preview_…`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.acts import with_follow_ups
from tournament.championship.models import Tournament
from tournament.clock import queries
from tournament.clock.queries import must_be_as_seen
from tournament.clock.rules import fewer_from, length_under
from tournament.errors import Refusal
from tournament.formats.regulations import lengths_like
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all
from tournament.matches.services import bracket
from tournament.matches.services.results import REASON, Act, bracket_now, rolled_back

MOST_ROUNDS = 200


def never(_match: Match) -> bool:
    """False for every match: no hands of it are recorded."""
    return False


@dataclass(frozen=True, slots=True)
class Reduction:
    """What becomes of unfinished matches under best of `best_of`. `won`: already won, end at once.
    `waiting`: already won, end once an official has decided an open question. `level`: the game in
    progress decides. `shorter`: how many others there are."""

    best_of: int
    won: tuple[MatchCard, ...]
    waiting: tuple[MatchCard, ...]
    level: tuple[MatchCard, ...]
    shorter: int


@dataclass(frozen=True, slots=True)
class Restoring:
    """Best of `fewer` from a round on becomes best of `best_of` again. `go_on`: matches that the
    reduction had ended; `longer`: how many have not ended; `stand`: matches that ended since, with
    fewer games; `in_the_way`: what the act is refused for."""

    best_of: int
    fewer: int
    from_round: int
    go_on: tuple[MatchCard, ...] = ()
    longer: int = 0
    stand: tuple[MatchCard, ...] = ()
    in_the_way: tuple[queries.InTheWay, ...] = ()


@with_follow_ups
def reduce_games(
    *,
    tournament_id: int,
    best_of: int,
    actor: Actor,
    reason: str,
    from_round: int = 1,
    expected_version: int | None = None,
    waits: Callable[[Match], bool] = never,
) -> Tournament:
    """Shortens the matches that have not ended (T5). A match that is won under the new number ends
    now, unless `waits(match)`, asked with the new number, says that it waits for an official; for a
    match with more games than that, see `length_under`. `from_round`: only
    championship matches from that round on, including rounds not drawn yet; with round 1 the
    consolation's matches too. `expected_version`: the version of the reductions from that round on
    (`version_of`) that the official has seen.

    Raises NotFound, NotAllowed, Refusal (not_drawn, not_fewer, reason_required), Conflict
    (changed_meanwhile).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    rights.whole_number(from_round, field="from_round", least=1, most=MOST_ROUNDS)
    must_be_as_seen(tournament=tournament, from_round=from_round, expected=expected_version)
    was = _must_be_fewer(tournament, best_of, from_round)
    why = rights.given_reason(reason)
    before: dict[str, Any] = {
        "best_of": tournament.best_of,
        "by_round": dict(tournament.games_by_round),
    }
    # For later rounds, too.
    after_best_of, by_round = fewer_from(from_round, best_of, **before)
    tournament.best_of, tournament.games_by_round = after_best_of, by_round
    tournament.save(update_fields=["best_of", "games_by_round"])
    unfinished = _longer_than(best_of, tournament, from_round).select_related(
        "pair_a", "pair_b", "tournament"
    )
    states = [_shorten(match, best_of) for match in unfinished.order_by(*queries.ORDER)]
    shortened = _with_ended(states, _end_won(tournament, waits))
    followed = bracket.update(tournament=tournament)
    events.append(
        tournament,
        actor,
        "tournament.games_reduced",
        {
            "best_of": best_of,
            "from_round": from_round,
            "was": was,
            "before": before,
            "after": {"best_of": after_best_of, "by_round": by_round},
            "reason": why,
            "matches": shortened,
            **followed.to_json(),
        },
    )
    return tournament


@with_follow_ups
def take_back_reduction(
    *,
    tournament_id: int,
    event: int,
    actor: Actor,
    reason: str,
    waits: Callable[[Match], bool] = never,
    by_games: Callable[[Match], bool] = never,
) -> Tournament:
    """Takes back the latest reduction, event number `event` of the log: every match is worked out
    again under its old number of games (T5). A match that is not won under it goes on from its
    score, if the reduction had ended it, or if it ended since by games that were recorded one by
    one (`by_games`) and nothing stands on it. Another result that was entered since stays. What is
    won under its old number ends, unless `waits(match)` says that it waits for an official.

    Raises NotFound (no_such_act), NotAllowed, Refusal (reason_required, newer_reduction, not_kept,
    later_match_begun, pair_busy, in_consolation, pair_is_out), the last four with every obstacle.
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    why = rights.given_reason(reason)
    restoration = queries.restoration_of(
        tournament_id=tournament_id, event=event, by_games=by_games
    )
    queries.must_be_free(restoration)
    before = restoration.before
    tournament.best_of, tournament.games_by_round = before["best_of"], before["by_round"]
    tournament.save(update_fields=["best_of", "games_by_round"])
    states = []
    for match, length in (*restoration.longer, *restoration.stays):
        bracket.write(match, best_of=length)
        states.append({**events.match_state(match), "best_of": length})
    for match, length in restoration.go_on:  # with its table, if that is still free
        table = bracket.table_still_free(match)
        goes_on = {"status": "playing", "winner": "", "ended_by": "", "finished_at": None}
        bracket.write(match, best_of=length, table=table, **goes_on)
        number = table.number if table else None
        states.append({**events.match_state(match), "best_of": length, "table": number})
    states = _with_ended(states, _end_won(tournament, waits))
    followed = bracket.update(tournament=tournament)
    events.append(
        tournament,
        actor,
        "tournament.reduction_taken_back",
        {
            "takes_back": event,
            "best_of": restoration.best_of,
            "from_round": restoration.from_round,
            "was": restoration.fewer,
            "reason": why,
            "matches": states,
            **followed.to_json(),
        },
    )
    return tournament


def _must_be_fewer(tournament: Tournament, best_of: object, from_round: int) -> int:
    if tournament.best_of is None:
        raise Refusal.one(
            "best_of", "not_drawn", _("The draw decides the number of games. Make the draw first.")
        )
    was = _longest(tournament, from_round)
    fewer = [number for number in lengths_like(was) if number < was]
    if type(best_of) is not int or best_of not in fewer:
        message = _("Matches are best of %(was)s. Choose an odd number below that.")
        if was % 2 == 0:
            message = _("Matches are %(was)s games, all played. Choose an even number below that.")
        raise Refusal.one("best_of", "not_fewer", message, was=was)
    return was


def _longest(tournament: Tournament, from_round: int) -> int:
    """The most games of a match from this round on, and of an unfinished one that can be shortened:
    one that was opened again may be longer than the others are by now."""
    of_rounds = tournament.lengths.longest_from(from_round)
    longest = of_rounds
    for match in _longer_than(of_rounds - 1, tournament, from_round).select_related("tournament"):
        was, (a, b), all_played = match.best_of, match.games, match.all_played
        is_longer = was > longest and (was - longest) % 2 == 0  # see `fewer_of`
        if is_longer and length_under(1, was=was, games=(a, b), all_played=all_played) < was:
            longest = was
    return longest


def _longer_than(best_of: int, tournament: Tournament, from_round: int) -> QuerySet[Match]:
    """The matches that a reduction from this round on is about: those that are odd where it is even
    stay odd (`fewer_of`). One that was set aside while it was played counts as not ended: it may
    stand again."""
    not_ended = ~Q(status=Match.Status.FINISHED) | Q(ended_by=Match.EndedBy.UNDONE)
    matches = Match.objects.filter(not_ended, tournament=tournament, best_of__gt=best_of + 1)
    if from_round > 1:
        matches = matches.exclude(kind=Match.Kind.CONSOLATION).filter(round__gte=from_round)
    return matches


def _shorten(match: Match, best_of: int) -> dict[str, Any]:
    was, (a, b) = match.best_of, match.games
    length = length_under(best_of, was=was, games=(a, b), all_played=match.all_played)
    bracket.write(match, best_of=length)
    return {**events.match_state(match), "best_of": length, "best_of_was": was}


def _end_won(tournament: Tournament, waits: Callable[[Match], bool]) -> list[dict[str, Any]]:
    """Ends every match that is won, or level, by the games that it has: none is left being played
    with nothing to play."""
    playing = Match.objects.filter(tournament=tournament, status=Match.Status.PLAYING)
    states = []
    for match in playing.select_related("pair_a", "pair_b", "tournament").order_by(*queries.ORDER):
        outcome = match.outcome_with(match.games)
        if outcome is not None and not waits(match):
            bracket.end_by_games(match, best_of=match.best_of, outcome=outcome)
            states.append({**events.match_state(match), "best_of": match.best_of})
    return states


def _with_ended(
    states: Iterable[dict[str, Any]], ended: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The states of matches for an event, each once and as it is after some of them ended."""
    by_match = {state["match"]["id"]: state for state in states}
    for state in ended:
        key = state["match"]["id"]
        by_match[key] = {**by_match.get(key, {"best_of_was": state["best_of"]}), **state}
    return list(by_match.values())


def preview_reductions(
    act: Act, *, tournament_id: int, from_round: int = 1
) -> tuple[Reduction, ...]:
    """Every number of games the tournament can go down to from a round on, the largest first.
    `act`: reduces the games, given `best_of`, `from_round` and `reason`."""
    with transaction.atomic():
        tournament = lock(tournament_id=tournament_id)
        if tournament.best_of is None:
            return ()
        now = _longest(tournament, from_round)

        def reduction_to(best_of: int) -> Reduction:
            about = set(_longer_than(best_of, tournament, from_round).values_list("pk", flat=True))
            return rolled_back(
                lambda: act(best_of=best_of, from_round=from_round, reason=REASON),
                lambda _falls: _reduced(
                    best_of, [row for row in _cards(tournament_id) if row.pk in about]
                ),
            )

        return tuple(reduction_to(fewer) for fewer in reversed(lengths_like(now)) if fewer < now)


def preview_taking_back(act: Act, *, tournament_id: int, event: int) -> Restoring:
    """What follows if the reduction recorded by this event is taken back. `act`: takes it back,
    given `event` and `reason`. Raises NotFound (no_such_act), Refusal (newer_reduction,
    not_kept)."""
    with transaction.atomic():
        before = bracket_now(tournament_id).matches
        data = queries.reduction(tournament_id, event)
        first = data["from_round"]
        best_of, fewer = data["was"], data["best_of"]
        touched = {match["match"]["id"] for match in data["matches"]}

        def look(_falls: tuple[int, ...]) -> Restoring:
            pairs = [(before[row.pk], row) for row in _cards(tournament_id) if row.pk in before]
            return Restoring(
                best_of,
                fewer,
                first,
                go_on=tuple(card_of(now) for was, now in pairs if _reopened(was, now)),
                longer=sum(
                    now.best_of > was.best_of and not _reopened(was, now) for was, now in pairs
                ),
                stand=tuple(
                    card_of(now)
                    for was, now in pairs
                    if now.pk in touched and was.status == now.status == Match.Status.FINISHED
                    if not now.is_set_aside
                ),
            )

        try:
            return rolled_back(lambda: act(event=event, reason=REASON), look)
        except Refusal:
            restoration = queries.restoration_of(tournament_id=tournament_id, event=event)
            if not restoration.in_the_way:
                raise
            return Restoring(best_of, fewer, first, in_the_way=restoration.in_the_way)


def _cards(tournament_id: int) -> list[Match]:
    rows = Match.objects.filter(tournament_id=tournament_id)
    return list(with_all(rows).order_by("kind", "round", "slot"))


def _reduced(best_of: int, matches: list[Match]) -> Reduction:
    """What became of the matches that the reduction was about."""
    shorter = [row for row in matches if not row.is_set_aside]
    won = [row for row in shorter if row.status == Match.Status.FINISHED]
    playing = [row for row in shorter if row.status == Match.Status.PLAYING]
    waiting = [row for row in playing if row.outcome_with(row.games)]
    level = [row for row in playing if row.games.a == row.games.b and sum(row.games) >= best_of]
    return Reduction(
        best_of,
        won=tuple(map(card_of, won)),
        waiting=tuple(map(card_of, waiting)),
        level=tuple(map(card_of, level)),
        shorter=len(shorter) - len(won) - len(waiting) - len(level),
    )


def _reopened(was: Match, now: Match) -> bool:
    return was.status == Match.Status.FINISHED and now.status == Match.Status.PLAYING
