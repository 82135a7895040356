"""Which game of a match an official may decide, and how (G1, D7). Nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.course import EnteredGame, GameCourse, games_in_vaca, tally
from mus.sides import Side
from scoring.course.models import Game, Hand
from scoring.course.queries.consequences import Held, games_won
from scoring.course.queries.states import BLOCKING, open_kinds
from scoring.course.queries.stored import StoredMatch, find_match, stored_match
from scoring.rulings.models import Ruling, TribunalCase
from tournament.errors import NotFound, Problem, Refusal, StrOrPromise
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules.kinds import SUMS, doing
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.pauses.queries import spans_of
from tournament.pauses.rules import put_off


def game_in_progress(*, match_id: int) -> int:
    """The number of the game in progress, or of the next one. Raises NotFound."""
    return game_of(stored_match(match=find_match(match_id=match_id)), None)


def game_of(stored: StoredMatch, number: int | None) -> int:
    """`number`, if there is such a game or it is the next one; None: the game in progress, or the
    next one. Raises NotFound (no_such_game)."""
    last = len(stored.games)
    if number is None:
        unwon = [row.game.number for row in stored.games if not row.game.winner]
        return unwon[0] if unwon else last + 1
    if type(number) is int and 1 <= number <= last + 1:
        return number
    raise NotFound.one(
        "game", "no_such_game", _("There is no such game. Choose one that was begun, or the next.")
    )


def must_still_count(hand: Hand | None) -> None:
    """Raises NotFound (hand_void) when the hand of an appeal has been taken back since."""
    if hand is not None and hand.is_void:
        raise NotFound.one(
            "decision",
            "hand_void",
            _(
                "This hand does not count any more, so none of its stones can be changed. Reject "
                "the appeal, or uphold it without another outcome."
            ),
        )


def must_change(stored: StoredMatch, number: int, winner: Side | None, ended_by: str) -> None:
    """Raises Refusal (not_decided, nothing_changed, match_won) when this decision on a game changes
    nothing, and (game_over) when a game is to be forfeited that its hands have won meanwhile.
    `winner` None: the decision on it is taken back."""
    row = stored.games[number - 1] if number <= len(stored.games) else None
    game = row.game if row is not None else None
    unplayed = row is None or not (row.hands or row.game.winner)
    decided = game is not None and game.is_decided_by_an_official
    if winner is None and not decided:
        raise Refusal.one(
            "game",
            "not_decided",
            _("The organizers have not decided this game. Correct a hand instead."),
        )
    if game is not None and decided and (game.winner, game.ended_by) == (winner, ended_by):
        raise Refusal.one(
            "game", "nothing_changed", _("This game has already been decided this way.")
        )
    if game is not None and game.winner and not decided and ended_by == Game.EndedBy.FORFEIT:
        raise Refusal.one(
            "game",
            "game_over",
            _(
                "Game %(game)s has ended by its hands. Look at the match as it is now: make "
                "the pair lose the game in progress, or rule who wins game %(game)s."
            ),
            game=number,
        )
    won = tally((row.game.winner for row in stored.games), vaca=stored.match.vaca)
    if unplayed and stored.match.outcome_with(won):
        raise Refusal.one(
            "game", "match_won", _("This match has ended. There is no game after its last.")
        )


# Decisions on whole games: the one in force, and what it replaced. Nothing is written.
#
# The outcome of a decision holds the outcome that it replaced (`before`), and those of later games
# that fell because it ended the match (`fell`): so it is taken back step by step (D7).


def decision_on(game: Game) -> Ruling | None:
    """The decision that gave the game its winner; None when no official decided the game itself."""
    if not game.is_decided_by_an_official:
        return None
    last = _last_ruling(game)
    outcome = (last.outcome if last is not None else None) or {}
    stands = (outcome.get("game_winner"), outcome.get("ended_by")) == (game.winner, game.ended_by)
    return last if stands else None


def moments_of(decision: Ruling) -> list[datetime]:
    """When the decision was made, and when it stood again as a later one was taken back."""
    of_game = Ruling.objects.filter(game=decision.game_id, hand=None, kind=decision.kind)
    same = [one.decided_at for one in of_game if one.outcome == decision.outcome]
    return [at for at in same if at is not None]


def what_it_replaces(
    stored: StoredMatch, place: int, after: Sequence[GameCourse]
) -> dict[str, Any]:
    """`before` and `fell` for a decision on this game. `after`: the games of the match after it."""
    replaced: dict[str, Any] = {}
    if place <= len(stored.games) and (before := _outcome_of(stored.games[place - 1].game)):
        replaced["before"] = before
    fell = {
        str(row.game.number): outcome
        for row in stored.games[place:]
        if (outcome := _outcome_of(row.game)) and after[row.game.number - 1].decided is None
    }
    return {**replaced, "fell": fell} if fell else replaced


def with_fallen(
    stored: StoredMatch, place: int, outcome: dict[str, Any]
) -> tuple[list[EnteredGame], dict[int, str]]:
    """The entered games with the decisions that fell by one on game `place`, unless their games
    have been won since; and how they ended, by number."""
    games, ended_by = stored.entered(), {}
    for row in stored.games[place:]:
        fallen = outcome.get("fell", {}).get(str(row.game.number))
        if fallen and not row.game.winner:
            number = row.game.number
            games[number - 1] = replace(games[number - 1], decided=Side(fallen["game_winner"]))
            ended_by[number] = fallen["ended_by"]
    return games, ended_by


def with_decisions_before(
    stored: StoredMatch, games: Sequence[EnteredGame], lost: Sequence[int]
) -> tuple[list[EnteredGame], dict[int, str]]:
    """The entered games when the games `lost` by a counted false word are given back: what an
    official had decided on them stands again (D7), and on later games that fell because the word
    ended the match. With how these games ended, by number."""
    back, ended_by = list(games), {}
    for row in stored.games if lost else ():
        number = row.game.number
        fell = number > min(lost) and not row.game.winner
        decision = _last_decision(row.game) if number in lost or fell else {}
        if decision.get("game_winner"):
            back[number - 1] = replace(back[number - 1], decided=Side(decision["game_winner"]))
            ended_by[number] = decision["ended_by"]
    return back, ended_by


def _last_decision(game: Game) -> dict[str, Any]:
    """The outcome of the last decision on a game itself; one that was taken back names no
    winner."""
    last = _last_ruling(game)
    return (last.outcome if last is not None else None) or {}


def _last_ruling(game: Game) -> Ruling | None:
    rulings = Ruling.objects.filter(game=game, hand=None, kind=Ruling.Kind.OVERRULE)
    return rulings.order_by("pk").last()


def _outcome_of(game: Game) -> dict[str, Any] | None:
    """The outcome in force; for a game lost by a repeated false claim, one made of its row."""
    if not game.is_decided_by_an_official:
        return None
    decision = decision_on(game)
    if decision is not None:
        return decision.outcome
    return {"game_winner": game.winner, "ended_by": game.ended_by, "clause": "G1"}


OPENS = frozenset(doing("reopen", "correct", "unrule", "undecide_game"))
"""Kinds of events that open a match again: an official's, and those that take back what ended a
match that an official had opened."""


def held_as_before(*, match: Match, before: int) -> Held:
    """How the match stays when the act that began with the event `before` is taken back, whatever
    its hands then say: "open" if an official had opened it again and nothing but the act has ended
    it since, also where it is won; "over" if it had its result before the act, which alone has
    touched its hands since, also where they do not make that result."""
    if match.status == Match.Status.FINISHED and _has_kept_its_result(match, before):
        return "over"
    return "open" if _is_held_open(match, before) else ""


def _has_kept_its_result(match: Match, before: int) -> bool:
    since = Event.objects.filter(
        tournament=match.tournament_id, number__gte=before, sealed__match__id=match.pk
    )
    changed = since.filter(Q(sealed__has_key="status") | Q(sealed__has_key="hands"))
    return not changed.exclude(Q(number=before) & ~Q(sealed__has_key="status")).exists()


def _is_held_open(match: Match, before: int) -> bool:
    of_match = Event.standing.filter(
        tournament_id=match.tournament_id, sealed__match__id=match.pk, sealed__has_key="status"
    )
    earlier = of_match.filter(number__lt=before).exclude(kind__in=SUMS)
    was = earlier.order_by("-number").first()
    if was is None or was.kind not in OPENS or was.sealed["status"] != Match.Status.PLAYING:
        return False
    later = of_match.filter(number__gt=before).exclude(kind__in=SUMS)
    ended = list(later.values_list("number", flat=True))
    since = Event.objects.filter(tournament_id=match.tournament_id, number__gt=before)
    # The events of one act stand one after the other: games counted, and the end.
    return not ended or (
        len(ended) == 1 and not since.filter(number__lt=ended[0]).exclude(kind__in=SUMS).exists()
    )


# Another result for a finished match, checked.


def games_of_another_result(match: Match, games: Sequence[int]) -> tuple[int, int]:
    """The games of another result for a finished match, checked before anything that would follow
    from them. Raises Refusal (not_finished, is_a_bye, not_a_result, games_taken_away)."""
    guards.must_be(match, "finished")
    guards.must_not_be_a_bye(match)
    new_games = rights.two_games(games)
    guards.outcome_of(match, new_games)
    guards.must_keep_games(games_won(match), new_games)
    return new_games


# Hands and games already recorded of a match, which an ending decided by an official ignores.


@dataclass(frozen=True, slots=True)
class Recorded:
    """`games`: won so far by A and by B; `score`: stones in the game being played, None without
    one; `questions`: open questions that an ending closes."""

    hands: int
    games: tuple[int, int]
    score: tuple[int, int] | None
    questions: int

    def __bool__(self) -> bool:
        return bool(self.hands or any(self.games))


def recorded(*, match_id: int) -> Recorded:
    """`recorded_of` for a match by its key. Raises NotFound."""
    return recorded_of(find_match(match_id=match_id))


def recorded_of(match: Match) -> Recorded:
    """The hands and games recorded of a match. The event of an official's ending tells them."""
    games = list(Game.objects.filter(match=match).order_by("number"))
    begun = [game for game in games if game.hand_count and not game.winner]
    return Recorded(
        hands=sum(game.hand_count for game in games),
        games=tally((game.winner for game in games), vaca=match.vaca),
        score=(begun[0].score_a, begun[0].score_b) if begun else None,
        questions=len(settled_by_an_ending(match)),
    )


def settled_by_an_ending(match: Match) -> list[Ruling]:
    """The open questions about stones and games of a match. The end of the match closes them.

    Three kinds stay open: a table's call, because somebody waits; a tablet's refused action,
    because nobody has read it yet; a case for the Tribunal, because it is about the pair.
    """
    about_play = [Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM, Ruling.Kind.REPETITION]
    rulings = match.rulings.filter(status=Ruling.Status.OPEN, kind__in=about_play)
    rows = rulings.select_related("game", "hand")
    return [ruling for ruling in rows if not ruling.proposed.get("tribunal")]


def has_settled_questions(match: Match) -> bool:
    """Whether the ending of a finished match, as it stands, has closed questions about its hands,
    as a result that was entered does."""
    of_match = Event.standing.filter(
        tournament_id=match.tournament_id, sealed__match__id=match.pk
    ).order_by("-number")
    ended = of_match.filter(sealed__has_key="status").exclude(kind__in=SUMS).first()
    closed = of_match.filter(kind__in=doing("rule"), sealed__outcome__settled_by="result")
    return ended is not None and closed.filter(number__gt=ended.number).exists()


def acts_behind_result(match: Match) -> list[str]:
    """Kinds of the events that gave a finished match its result: the ending, the decision from
    which it followed, and what was decided with it. Taking the result back takes them back too."""
    acts: list[str] = []
    own = Event.standing.filter(tournament_id=match.tournament_id, sealed__match__id=match.pk)
    ended: int | None = None
    for event in own.order_by("-number").iterator():
        data = event.sealed
        if ended is not None:
            if event.number != ended - 1:  # events of one act stand one after the other
                return acts
            ended = event.number
            acts.append(event.kind)
            if event.kind not in SUMS:
                return acts
        elif data.get("status") == Match.Status.FINISHED:
            acts.append(event.kind)
            ended = event.number
        elif _is_decided_with_the_end(data):
            acts.append(event.kind)
    return acts


def _is_decided_with_the_end(data: Mapping[str, Any]) -> bool:
    """Whether an event tells of a question that the end closed, or of the verdict that was it."""
    closed = bool((data.get("outcome") or {}).get("settled_by"))
    return closed or data.get("verdict") == TribunalCase.Verdict.MATCH


# The time of a match (T5): when it is up, and who wins then. Nothing is written.


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The time of a match that is being played. `rule`: what is played when it is up; `winner`: who
    would win now, None while `waits_for` says what must happen first."""

    minutes: int
    ends_at: datetime
    rule: str
    winner: Side | None
    waits_for: Problem | None


def time_limit(*, match_id: int) -> TimeLimit | None:
    """The time of a match now, as `time_limit_of`. Raises NotFound."""
    return time_limit_of(find_match(match_id=match_id), now=timezone.now())


def time_limit_of(match: Match, *, now: datetime) -> TimeLimit | None:
    """The time of a match; None where it has none, or is not being played."""
    minutes, rule = match.tournament.time_limit
    if minutes is None or match.status != Match.Status.PLAYING or match.started_at is None:
        return None
    spans = spans_of(tournament_id=match.tournament_id)
    ends_at = put_off(spans, match.started_at, timedelta(minutes=minutes))
    winner, waits_for = _winner(match, ends_at, rule, now)
    return TimeLimit(minutes, ends_at, rule, winner, waits_for)


def _winner(
    match: Match, ends_at: datetime, rule: str, now: datetime
) -> tuple[Side | None, Problem | None]:
    """Who wins when the time is up, or what must happen before that is known."""
    if now < ends_at:
        return None, _waits("time_not_up", _("The time of this match is not up yet."))
    if {*BLOCKING, Ruling.Kind.CLAIM} & {*open_kinds(match)}:
        return None, _waits(
            "questions_open", _("Questions about this match are open. Decide them first.")
        )
    game = Game.objects.filter(match=match, winner="", hand_count__gt=0).first()
    if rule == "one_more_game" and game is not None:
        return None, _waits(
            "game_in_progress", _("The game in progress is played to its end. Wait for it.")
        )
    if rule == "one_more_hand" and not _a_hand_since(match, ends_at):
        return None, _waits(
            "one_more_hand", _("One more hand is played after the time. Wait for it.")
        )
    a, b = match.games
    if a == b:
        won = Game.objects.filter(match=match).order_by("number").values_list("winner", flat=True)
        a, b = games_in_vaca(won, vaca=match.vaca)
    if a == b and game is not None:
        a, b = game.score_a, game.score_b
    if a == b:
        return None, _waits("level", _level(rule))
    return (Side.A if a > b else Side.B), None


def _level(rule: str) -> StrOrPromise:
    if rule == "one_more_game":
        return _("The pairs are tied on games: one more game decides.")
    return _("The pairs are tied: one more hand decides.")


def _a_hand_since(match: Match, moment: datetime) -> bool:
    """Whether a hand was entered since then; True where nobody writes hands down. A correction of
    an earlier hand is not one."""
    hands = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    if not hands.exists():
        return True
    entered = Hand.objects.filter(game=OuterRef("game"), number=OuterRef("number"), version=1)
    return hands.filter(Exists(entered.filter(at__gte=moment))).exists()


def _waits(code: str, message: StrOrPromise) -> Problem:
    return Problem("match", code, message)
