"""Ends a match, or opens it again, by an official's decision, whatever its hands say."""

from collections.abc import Sequence
from typing import Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.consequences import follows_its_hands, games_won
from scoring.course.queries.statements import statements_of
from scoring.course.services import versions
from scoring.course.services.questions import ask_settled
from scoring.course.services.refolding import keep_way_back, play_of
from scoring.course.services.versions import Writing, is_asked_about, is_blocked, writing_of
from scoring.course.services.versions import decide as close
from scoring.rulings.models import Ruling
from scoring.rulings.queries.deciding import (
    acts_behind_result,
    games_of_another_result,
    recorded_of,
    time_limit_of,
)
from scoring.rulings.services.decisions import settle_questions
from scoring.wording.reasons import TIME_IS_UP, reason_kept
from tournament.acts import Act, Decision, Steps
from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches
from tournament.matches.services.bracket import lock_as_seen
from tournament.signup.services.sign_ups import THE_PAIR


def record_over_hands(
    *,
    match_id: int,
    games: Sequence[int],
    actor: Actor,
    reason: str = "",
    over_recorded: bool = False,
    expected_version: int | None = None,
    **_act: object,
) -> Steps:
    """Follow-up of `results.record_result`. When hands or games are recorded, it needs
    `over_recorded` and a reason, and open questions about them are closed; but not where these
    games are what the hands have won, and only the other pair's agreement is missing.

    Raises Refusal (hands_recorded, reason_required).
    """
    _tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    _close_calls_of_pairs(match_id, actor)
    if not recorded_of(match) or _is_agreed(match, games):
        yield {}
        return
    if not over_recorded:
        raise Refusal.one(
            "over_recorded",
            "hands_recorded",
            _("Hands or games of this match are recorded. Confirm that the result overrides them."),
        )
    done = yield {"reason": rights.given_reason(reason)}
    settle_questions(done, "result", writing_of(actor=actor, reason=reason))


def _is_agreed(match: Match, games: Sequence[int]) -> bool:
    """Whether these games are what the hands have won, and only a pair's agreement is missing."""
    return (
        statements_of(match) is not None
        and not is_asked_about(match=match)
        and rights.two_games(games) == (match.games_a, match.games_b)
    )


def keep_games_of_hands(
    *,
    match_id: int,
    games: Sequence[int],
    actor: Actor,
    ended_by: str = "games",
    expected_version: int | None = None,
    **_act: object,
) -> Steps:
    """Follow-up of `results.replace_result`: another result by games never takes away a game that
    hands have won. A result that a decision gave is replaced only by who may decide so.

    Raises NotAllowed (role), Refusal (games_taken_away). The games are checked before the reason
    and the later matches.
    """
    if ended_by != "games":
        yield {}
        return
    tournament, match = lock_as_seen(
        match_id=match_id, actor=actor, version=expected_version, by_its_table=True
    )
    rights.must_reach(tournament=tournament, actor=actor, kinds=acts_behind_result(match))
    yield {"games": games_of_another_result(match, games)}


@transaction.atomic
def decide(*, match_id: int, winner: str, **act: Unpack[Act]) -> Match:
    """An official ends a match (T6, D7); open questions about its hands are closed. Raises what
    `tournament.matches.services.results.finish` raises."""
    _close_calls_of_pairs(match_id, act["actor"])
    done = matches.finish(match_id=match_id, winner=winner, ended_by="ruling", **act)
    return _settled(done, "ruling", act)


@transaction.atomic
def end_by_time(
    *,
    match_id: int,
    actor: Actor,
    reason: str = "",
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Ends a match whose time is up (T5), for the pair that leads as the regulation says.

    Raises NotFound, NotAllowed, Conflict, Refusal (no_time_limit, time_not_up, questions_open,
    game_in_progress, one_more_hand, level) and what `decide` raises.
    """
    _tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    limit = time_limit_of(match, now=timezone.now())
    if limit is None:
        raise Refusal.one(
            "match", "no_time_limit", _("This match has no time limit, or is not being played.")
        )
    if limit.winner is None:
        raise Refusal([limit.waits_for] if limit.waits_for else [])
    return decide(
        match_id=match_id,
        winner=str(limit.winner),
        reason=reason_kept(reason.strip()) or TIME_IS_UP,
        actor=actor,
        expected_version=expected_version,
        sets_aside=sets_aside,
    )


def settle_walkover(*, match_id: int, winner: str, **act: Unpack[Act]) -> Steps:
    """Follow-up of `results.walkover`: the match's open questions and calls are closed."""
    _close_calls_of_pairs(match_id, act["actor"])
    match = yield {}
    _settled(match, "walkover", act)


def answer_calls(*, match_id: int, actor: Actor, **_act: object) -> Steps:
    """Follow-up of `results.unplayed`: the pairs' calls about its result are closed."""
    _close_calls_of_pairs(match_id, actor)
    yield {}


def settle_cancelled(*, match_id: int, **act: Unpack[Decision]) -> Steps:
    """Follow-up of `consolation.cancel`: open questions about the match's hands are closed."""
    match = yield {}
    _settled(match, "called_off", act)


def let_questions_wait(**_act: object) -> Steps:
    """Follow-up of `clock.reduce_games`: a match that would end by it, but waits for a decision of
    an official (S8), ends only after that decision."""
    yield {"waits": lambda match: is_blocked(match=match)}


def ask_again(*, match_id: int, games: tuple[int, int] | None = None, **act: Unpack[Act]) -> Steps:
    """Follow-up of `results.reopen`. Unless `games` says otherwise, the games are those that hands
    have won afterwards. The questions that the ending closed are open again. A result that a
    decision gave is taken back only by an organizer who may make such a decision."""
    tournament, before = lock_match(match_id=match_id)
    actor = act["actor"]
    rights.must_reach(tournament=tournament, actor=actor, kinds=acts_behind_result(before))
    way_back = play_of(before)
    match = yield {"games": games_won(before) if games is None else games}
    writing = writing_of(**act)
    ask_settled(match.rulings.all(), writing)
    number = Tournament.objects.filter(pk=tournament.pk).values("event_number")
    of_this = Cascade.objects.filter(tournament=tournament, event_number__in=number)
    if (cascade := of_this.first()) is not None:
        keep_way_back(cascade=cascade, before=way_back, match=match)
    events.tell_rest(tournament=tournament, actor=actor)
    versions.end_released(writing=writing, but=match.pk)


def play_on_by_hands(**_act: object) -> Steps:
    """Follow-up of `clock.take_back_reduction`: the matches that have ended since follow their
    hands."""
    yield {
        "waits": lambda match: is_blocked(match=match),
        "by_games": lambda match: follows_its_hands(match, games_won(match)),
    }


def _close_calls_of_pairs(match_id: int, actor: Actor) -> None:
    """Closes the calls that the pairs' own versions of the result raised: the end of the match
    answers them. It precedes the end in the log, where the newest act on a match is taken back."""
    tournament, match = lock_match(match_id=match_id)
    calls = match.rulings.filter(
        kind=Ruling.Kind.CALL, status=Ruling.Status.OPEN, raised_by=THE_PAIR.label
    )
    for call in calls:
        writing = Writing(actor, timezone.now(), "")
        close(call, Ruling.Status.CONFIRMED, {"answered": True}, writing)
        events.append(
            tournament=tournament,
            kind="call.closed",
            actor=actor,
            data={"match": events.match_ref(match)},
        )


def _settled(match: Match, by: str, act: Decision) -> Match:
    """The match that was just ended, its open questions closed."""
    settle_questions(match, by, writing_of(**act))
    return match
