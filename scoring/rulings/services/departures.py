"""What becomes of the questions to officials when pairs leave and come back."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from scoring.course.models import Hand
from scoring.course.queries.consequences import games_won
from scoring.course.services import versions
from scoring.course.services.questions import ask_settled
from scoring.course.services.versions import Writing, writing_of
from scoring.rulings.models import Ruling
from scoring.rulings.services import tribunal
from scoring.rulings.services.tribunal import LEFT
from tournament.acts import Steps
from tournament.entries.models import Pair
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_pair
from tournament.matches.models import Cascade, Match

# Matches that go on after they had stopped: what was decided about them meanwhile takes effect.


Stopped = Mapping[int, datetime]
"""Match → when it stopped."""


def stopped_by_leaving(pair_id: int) -> Stopped:
    """The matches of a pair that ended while they were played, because a pair left."""
    of_pair = Match.objects.filter(Q(pair_a=pair_id) | Q(pair_b=pair_id), ended_by__in=LEFT)
    begun = of_pair.filter(started_at__isnull=False, finished_at__isnull=False)
    return {pk: at for pk, at in begun.values_list("pk", "finished_at") if at is not None}


def stopped_by(cascade: Cascade) -> Stopped:
    """The matches that a cascade set aside."""
    return dict.fromkeys(cascade.set_aside.values_list("pk", flat=True), cascade.at)


def catch_up(*, stopped: Stopped, actor: Actor) -> None:
    """Brings the matches among these that go on into line with what changed since they stopped: the
    games won, and the end of a match that is won and waits for nothing. A match about which nothing
    changed stays as it was: an official may have opened it again. For services, after the event by
    which the matches go on."""
    rows = Match.objects.select_related("tournament", "pair_a", "pair_b", "table")
    for match in rows.filter(pk__in=stopped, status=Match.Status.PLAYING).order_by("pk"):
        if _has_changed(match, stopped[match.pk]):
            games = _games(match)
            versions.follow_games(
                match=match, games=games, outcome=match.outcome_with(games), actor=actor
            )


def _games(match: Match) -> tuple[int, int]:
    """The games won by hands and decisions; without any, the games entered for the match."""
    return games_won(match) if match.played_games.exists() else (match.games_a, match.games_b)


def _has_changed(match: Match, since: datetime) -> bool:
    reduced = Event.standing.filter(tournament=match.tournament_id, kind__in=doing("reduce"))
    if (
        Ruling.objects.filter(match=match, decided_at__gt=since).exists()
        or Hand.objects.filter(game__match=match, at__gt=since).exists()
        or reduced.filter(at__gt=since).exists()
    ):
        return True
    return _games(match) != (match.games_a, match.games_b)


BY_LEAVING = Q(outcome__settled_by__in=[by.value for by in tribunal.LEFT])


def settle_left(
    *, actor: Actor, reason: str, sets_aside: Sequence[int] = (), **_act: object
) -> Steps:
    """Follow-up of `departures.withdraw`, which disqualifies too, and of `both_absent`: open
    questions about hands of the matches that a pair leaves are closed, and, of a disqualified pair,
    what was open against it."""
    done = yield {}
    writing = writing_of(actor=actor, reason=reason, sets_aside=sets_aside)
    for pair in done if isinstance(done, tuple) else (done,):
        tribunal.settle_departure(pair, writing)


def ask_about_returned(
    *, pair_id: int, actor: Actor, reason: str, sets_aside: Sequence[int] = (), **_act: object
) -> Steps:
    """Follow-up of `departures.reinstate`: the questions that the pair's leaving had closed are
    open again: about hands of a match that goes on and, for a disqualified pair, its repetitions
    and its cases. A match that goes on and was won by what was decided about it meanwhile ends."""
    lock_pair(pair_id=pair_id)
    stopped = stopped_by_leaving(pair_id)
    pair = yield {"cases": tribunal.ask_about(pair_id)}
    writing = writing_of(actor=actor, reason=reason, sets_aside=sets_aside)
    ask_what_leaving_settled(pair, writing)
    events.tell_rest(tournament=pair.tournament, actor=actor)
    catch_up(stopped=stopped, actor=actor)
    versions.end_released(writing=writing)


def ask_what_leaving_settled(pair: Pair, writing: Writing) -> None:
    """Opens again what the leaving of a pair had closed. Only inside a service's transaction."""
    of_matches = Q(match__in=_going_on(pair)) & BY_LEAVING
    against = Q(pair=pair, kind=Ruling.Kind.REPETITION, outcome__settled_by="disqualification")
    ask_settled(Ruling.objects.filter(of_matches | against), writing)


def _going_on(pair: Pair) -> list[int]:
    of_pair = Match.objects.filter(Q(pair_a=pair) | Q(pair_b=pair), status=Match.Status.PLAYING)
    return list(of_pair.values_list("pk", flat=True))
