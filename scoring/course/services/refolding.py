"""Carries out a change of hands: works the match out again and writes only what differs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F
from django.forms.models import model_to_dict

from mus.course import HandCourse
from mus.version import RULES_VERSION
from scoring.course.models import Game, Hand
from scoring.course.queries.consequences import (
    Consequences,
    GameChange,
    HandChange,
    Held,
    Recount,
    result_entered,
)
from scoring.course.queries.states import hand_json
from scoring.course.queries.stored import StoredMatch, values_of
from scoring.course.services import questions, versions
from scoring.course.services.questions import ask_settled
from scoring.course.services.versions import (
    Writing,
    new_version,
    recount,
    write_again,
    write_version,
)
from scoring.rulings.models import Ruling
from scoring.wording.reasons import HAND_CHANGED
from tournament.log import services as events
from tournament.log.services import lock_match
from tournament.matches.models import Cascade, Match
from tournament.matches.services import results
from tournament.matches.services.bracket import BracketChange, match_row
from tournament.matches.services.results import (
    Act,
    BracketNow,
    bracket_now,
    cascade_between,
    rolled_back,
)


def carry_out(
    *,
    stored: StoredMatch,
    plan: Recount,
    writing: Writing,
    kind: str,
    data: Mapping[str, Any],
    decided_by: Mapping[int, str] | None = None,
    before: dict[str, Any] | None = None,
    keep: Callable[[], None] | None = None,
    stays: Held = "",
) -> list[Hand]:
    """Writes what `plan` says, appends one event of this kind, and brings games and match into
    line.

    The same event tells of a changed result and of the later matches set aside. Hands that differ
    get a new version, hands that no longer count a void one. `decided_by`: game number → "forfeit"
    or "ruling", for a game that is decided now. `before`: the finished match as it was (`play_of`),
    when the caller has already closed one of its questions. `keep`: called after games and hands
    are written, before the event. `stays`: the match is "open" again, or stays so, even if it is
    won; or it stays "over", even if its hands win less. Returns the versions written. Raises what
    `results.put`, `results.take_back` and `follow_games` raise.
    """
    match, tournament = stored.match, stored.match.tournament
    games, outcome = plan.games_won_after, plan.course.outcome
    by_games = match.status == Match.Status.FINISHED and match.ended_by == Match.EndedBy.GAMES
    follows = by_games and plan.games_won_before == (match.games_a, match.games_b)
    follows = follows and stays != "over"
    if by_games and not follows and (games[0] > match.games_a or games[1] > match.games_b):
        raise result_entered()  # hands win no game that an entered result does not have
    way_back, change = None, None
    if follows:
        way_back = before or play_of(match)
        row = match_row(match)
        change = BracketChange(
            kind, writing.actor, writing.reason, writing.sets_aside, match, before=row
        )
    written = _write(stored, plan, writing, decided_by or {})
    if keep is not None:
        keep()
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    match.version += 1
    moved = None
    if change is not None:
        if outcome is None or stays == "open" or versions.is_blocked(match=match):
            moved = results.take_back(tournament, change, games)
        elif (match.games_a, match.games_b) != games or match.outcome != outcome:
            moved = results.put(tournament, change, games, outcome, "games")
        if match.status == Match.Status.PLAYING:
            ask_settled(match.rulings.all(), writing)
    result = {}
    if moved is not None:
        result = {**moved.to_json(), "games_won": moved.state["games"], "result_was": moved.was}
        for name in ("match", "games", "was"):
            del result[name]
    event_data = {
        "match": events.match_ref(match),
        **data,
        "reason": writing.reason,
        "hands": [hand_json(hand, for_log=True) for hand in written],
        "games": games_json(match),
        "engine": RULES_VERSION,
        **result,
    }
    (event,) = events.append_all(
        tournament=tournament, actor=writing.actor, entries=[events.NewEvent(kind, event_data)]
    )
    if moved is not None and (cascade := moved.store_event_number(event)) is not None:
        keep_way_back(cascade=cascade, before=way_back, match=match)
    if match.status == Match.Status.PLAYING and moved is None:
        ends = None if stays == "open" else outcome
        versions.follow_games(match=match, games=games, outcome=ends, actor=writing.actor)
    versions.end_released(writing=writing)
    return written


def _write(
    stored: StoredMatch, plan: Recount, writing: Writing, decided_by: Mapping[int, str]
) -> list[Hand]:
    """Writes the versions of hands and the games that differ; returns the versions."""
    match = stored.match
    written: list[Hand] = []
    for place, course in enumerate(plan.course.games):
        if place < len(stored.games):
            game = stored.games[place].game
            game.match = match
        else:  # a game that is decided before its first hand
            game = Game.objects.create(match=match, number=place + 1, mano=0, started_at=writing.at)
        for change in plan.hands:
            hand, now = change.before, change.after
            if change.game != game.number or (now is None and hand.is_void):
                continue
            hand.game = game
            if isinstance(now, HandCourse):
                version = new_version(
                    game=game,
                    number=hand.number,
                    writing=writing,
                    previous=hand,
                    **values_of(now),
                )
                write_version(version)
                questions.ask(hand=version, match=match, writing=writing)
            else:
                version = write_again(hand=hand, previous=hand, writing=writing, is_void=True)
                questions.drop(hand=version, writing=writing)
            written.append(version)
        ended_by = Game.EndedBy.HANDS.value
        if course.decided is not None:
            ended_by = decided_by.get(game.number, game.ended_by)
        game.mano = course.mano
        versions.set_game(game=game, score=course.score, winner=course.winner, ended_by=ended_by)
        game.save()
    return written


def games_json(match: Match) -> list[dict[str, Any]]:
    """Every game of a match as the log keeps it."""
    return [
        {
            "number": game.number,
            "mano": game.mano,
            "score": [game.score_a, game.score_b],
            "winner": game.winner or None,
            "ended_by": game.ended_by or None,
        }
        for game in Game.objects.filter(match=match).order_by("number")
    ]


# The state of a match stored before a change of hands, so that its cascade can be taken back
# whole.


T = TypeVar("T")
GAME = ("mano", "score_a", "score_b", "winner", "ended_by")
RULING = ("status", "outcome", "reason", "decided_by", "decided_by_id", "proposed")


def play_of(match: Match) -> dict[str, Any] | None:
    """The hands, games and questions of a finished match as they are now, because its change may
    affect later matches; None for any other match. An official's decision that answered no question
    is left out, and so stays when the cascade is taken back."""
    if match.status != Match.Status.FINISHED:
        return None
    rulings = {}
    for ruling in Ruling.objects.filter(match=match).exclude(kind=Ruling.Kind.OVERRULE):
        at = ruling.decided_at
        row = {name: getattr(ruling, name) for name in RULING}
        rulings[ruling.pk] = {**row, "decided_at": at.isoformat() if at else None}
    return {
        "hands": current_hands(match),
        "games": {g.pk: model_to_dict(g, GAME) for g in Game.objects.filter(match=match)},
        "rulings": rulings,
    }


def keep_way_back(*, cascade: Cascade, before: dict[str, Any] | None, match: Match) -> None:
    """Stores `before` (`play_of`) in the match's cascade, with the hands that count since."""
    cascade.play = {**(before or {}), "since": current_hands(match)}
    cascade.save(update_fields=["play"])


def current_hands(match: Match) -> list[int]:
    """Primary keys of the match's versions that count."""
    counting = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return list(counting.order_by("pk").values_list("pk", flat=True))


def go_back(*, match: Match, play: dict[str, Any], writing: Writing) -> list[Hand]:
    """Restores a match from `play` (`play_of`); returns the versions of hands written."""
    written = _hands_back(match, play["hands"], writing)
    for pk, fields in play["games"].items():
        ended = writing.at if fields["winner"] else None
        own = Game.objects.filter(pk=int(pk), match__tournament=match.tournament_id)
        own.update(**fields, finished_at=ended)
    since = Game.objects.filter(match=match).exclude(pk__in=[int(pk) for pk in play["games"]])
    since.update(score_a=0, score_b=0, winner="", ended_by="", finished_at=None)
    recount(match=match)
    _questions_back(match, play["rulings"], writing)
    return written


def _hands_back(match: Match, before: list[int], writing: Writing) -> list[Hand]:
    stood = {
        (hand.game_id, hand.number): hand
        for hand in Hand.objects.filter(pk__in=before).select_related("game")
    }
    written = []
    now = Hand.objects.filter(game__match=match, is_current=True).select_related("game")
    for hand in now.order_by("game__number", "number"):
        earlier = stood.get((hand.game_id, hand.number))
        if earlier is None and not hand.is_void:
            version = write_again(hand=hand, previous=hand, writing=writing, is_void=True)
        elif earlier is not None and earlier.pk != hand.pk:
            earlier.game.match = match
            version = write_again(hand=earlier, previous=hand, writing=writing)
        else:
            continue
        Ruling.objects.filter(hand=hand).update(hand=version)
        written.append(version)
    return written


def _questions_back(match: Match, rows: dict[str, Any], writing: Writing) -> None:
    open_now = Ruling.objects.filter(match=match, status=Ruling.Status.OPEN)
    since = open_now.exclude(kind=Ruling.Kind.APPEAL)
    since.exclude(pk__in=[int(pk) for pk in rows]).update(
        status=Ruling.Status.DISMISSED,
        outcome={"superseded": True},
        reason=writing.reason or HAND_CHANGED,
        decided_by=writing.actor.label[:120],
        decided_by_id=writing.actor.id,
        decided_at=writing.at,
    )
    for pk, row in rows.items():
        at = row["decided_at"]
        when = datetime.fromisoformat(at) if at else None
        # Questions that went to the Tribunal since then stay as they are.
        own = Ruling.objects.filter(pk=int(pk), match__tournament=match.tournament_id)
        own.filter(case__isnull=True).update(**{**row, "decided_at": when})


# What an act changes in its match, hand by hand, and in later ones: the act itself, rolled back
# (`tournament.matches.services.results`).


HandPlace = tuple[int, int]


def match_preview(act: Act, *, match_id: int, target: HandPlace | None = None) -> Consequences:
    """What the act changes in a match and in those after it. `target`: game and number of the hand
    that is changed itself. Raises NotFound, and what the act raises."""
    with transaction.atomic():
        tournament, match = lock_match(match_id=match_id)
        before, bracket = _match_now(match), bracket_now(tournament.pk)
        return rolled_back(
            act, lambda falls: _difference(before, bracket, _match_now(match), falls, target)
        )


def with_changes(act: Callable[[], T], *, match: Match) -> tuple[T, Consequences]:
    """What the act returns, and what it has changed in a match and in those after it. Raises what
    the act raises."""
    before, bracket = _match_now(match), bracket_now(match.tournament_id)
    done = act()
    match.refresh_from_db()
    return done, _difference(before, bracket, _match_now(match), (), None)


@dataclass(frozen=True, slots=True)
class _MatchNow:
    match: Match
    hands: dict[HandPlace, Hand]
    games: dict[int, Game]

    @property
    def games_won(self) -> tuple[int, int]:
        return self.match.games_a, self.match.games_b


def _match_now(match: Match) -> _MatchNow:
    hands = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    places = hands.select_related("game").order_by("game__number", "number")
    return _MatchNow(
        Match.objects.get(pk=match.pk),
        {(hand.game.number, hand.number): hand for hand in places},
        {game.number: game for game in Game.objects.filter(match=match).order_by("number")},
    )


def _difference(
    before: _MatchNow,
    bracket: BracketNow,
    after: _MatchNow,
    falls: tuple[int, ...],
    target: HandPlace | None,
) -> Consequences:
    then = bracket_now(after.match.tournament_id)
    hands = []
    for place, hand in before.hands.items():
        now = after.hands.get(place)
        if now is None or now.pk != hand.pk:
            hands.append(HandChange(*place, hand.version, place == target, hand, now))
    games = []
    for number, game in after.games.items():
        was = before.games.get(number, Game())
        scores = (was.score_a, was.score_b), (game.score_a, game.score_b)
        games.append(GameChange(number, *scores, was.winner, game.winner))
    return Consequences(
        hands=tuple(hands),
        games=tuple(games),
        games_won_before=before.games_won,
        games_won_after=after.games_won,
        winner_before=before.match.outcome,
        winner_after=after.match.outcome,
        cascade=cascade_between(bracket, then, falls, but=after.match.pk),
    )
