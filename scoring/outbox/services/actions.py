"""Kinds of actions: how each is read from a device's request, and which service it calls."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Game, Hand
from scoring.course.queries.statements import statements_of
from scoring.course.queries.states import Answer, current_state
from scoring.course.queries.stored import is_key, recorded_under, submitted_at_tables
from scoring.course.services import submissions
from scoring.hands.queries import OpenedMatch, opened
from scoring.hands.services import corrections, hands
from scoring.outbox.queries.at_table import confirmed
from scoring.outbox.queries.sent import Changes, is_place
from scoring.outbox.rules import agreement_text
from scoring.outbox.services import attention, calls
from tournament import notify
from tournament.championship.models import Tournament
from tournament.errors import Conflict, NotAllowed, NotFound, Problem, Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import BOTH_PAIRS, Actor
from tournament.log.services import lock_match
from tournament.matches.models import Match
from tournament.matches.services import matches, results
from tournament.tables.models import Table
from tournament.tables.queries import DeviceIdentity
from tournament.tables.rules import is_signed
from tournament.tables.services import devices

# One request of a device, with what is read once for all its actions.


LARGEST_ID = 2**63 - 1


@dataclass(slots=True)
class Batch:
    """One request: its sender, and what is read once for all its actions.

    `seen_at`: the device's table, None when it was revoked a moment ago. `opened`: match id → the
    match as it stands within this request; None for an id that is no match of this tournament.
    """

    device: DeviceIdentity
    tournament: Tournament
    seen_at: int | None
    opened: dict[int, OpenedMatch | None] = field(default_factory=dict)
    opened_for: dict[int, frozenset[str]] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)
    _at_the_desk: set[str] | None = None

    @property
    def actor(self) -> Actor:
        return self.device.actor

    @property
    def at_the_desk(self) -> set[str]:
        """The keys of the actions that are open at the desk; read when first needed."""
        if self._at_the_desk is None:
            self._at_the_desk = attention.open_keys(tournament_id=self.device.tournament_id)
        return self._at_the_desk

    def open(self, action: Mapping[str, Any], *keys: str) -> OpenedMatch | None:
        """The action's match, opened for these keys; None when it is not of this tournament. Other
        matches are never locked."""
        match_id = action.get("match")
        if type(match_id) is not int or not 0 < match_id <= LARGEST_ID:
            return None
        if not self.opened_for.get(match_id, frozenset()) >= {*keys} or match_id not in self.opened:
            self.opened[match_id] = self._opened(match_id, keys)
            self.opened_for[match_id] = frozenset(keys)
        return self.opened[match_id]

    def _opened(self, match_id: int, keys: Sequence[str]) -> OpenedMatch | None:
        try:
            at = opened(tournament=self.tournament, match_id=match_id, actor=self.actor, keys=keys)
        except NotFound:
            return None
        at.seen_at = self.seen_at
        self.changes.begin(match_id, at.match.version)
        return at

    def forget(self) -> None:
        """Drops what was read, because it may have changed or been rolled back with a savepoint."""
        self.opened.clear()
        self.opened_for.clear()

    def forget_desk(self) -> None:
        """Drops the desk's keys that were read: an action has opened or closed an item there."""
        self._at_the_desk = None

    def match_of(self, action: Mapping[str, Any]) -> int | None:
        at = self.open(action)
        return None if at is None else at.match.pk


# Actions that the server failed to answer: set aside by their tablet, a copy kept at the desk.
#
# The server takes a tablet's actions in their order. An action at which the server fails each time
# would hold up all actions after it, so the referee may set that action aside.


FAILED = Problem(
    "",
    "server_failed",
    _(
        "The server could not accept this, however often it was sent, so the table has set it "
        "aside."
    ),
)


@transaction.atomic
def set_aside(*, action: object, actor: Actor, key: str) -> Answer:
    """Keeps a copy of an action of the actor's table at the desk; the answer says whether one is
    there now.

    No copy is made of an action that was applied after all, that the desk has already had, or
    whose match was never at the table. Raises NotAllowed (not_at_a_table), Refusal (bad_action),
    Conflict (key_reused).
    """
    if not isinstance(action, dict) or not is_key(action.get("key")):
        raise Refusal.one("action", "bad_action", _("Send the whole action, with its own key."))
    table_id = rights.device_table_id(actor=actor)
    if table_id is None:
        raise NotAllowed.one(
            "actor", "not_at_a_table", _("Only a tablet sets aside what its table entered.")
        )
    body = ["set aside", action]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    tournament_id = Table.objects.values_list("tournament_id", flat=True).get(pk=table_id)
    is_applied = _is_applied(action["key"], actor, tournament_id)
    answer = {"kept": not is_applied and _keep(action, actor, tournament_id)}
    return submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)


def _is_applied(key: str, actor: Actor, tournament_id: int) -> bool:
    """Whether the action was applied although its tablet got no answer: here, or at another table
    where the tablet was before."""
    answered = submitted_at_tables(tournament_id=tournament_id, key=key).exists()
    return answered or recorded_under(actor=actor, keys=[key]).exists()


def _keep(action: dict[str, object], actor: Actor, tournament_id: int) -> bool:
    key, match_id = str(action["key"]), action.get("match")
    if type(match_id) is not int or not 0 < match_id <= LARGEST_ID:
        return False
    # A match of another tournament is never locked.
    if not Match.objects.filter(pk=match_id, tournament_id=tournament_id).exists():
        return False
    if (known := attention.item_of(key=key, actor=actor)) is not None:
        return known.is_open
    item = attention.keep(match_id=match_id, key=key, action=action, problems=[FAILED], actor=actor)
    return item is not None


# Both pairs confirm, on the table's screen, how a game or the match ended.


@transaction.atomic
def confirm(
    *,
    match_id: int,
    by: Sequence[str],
    score: object,
    actor: Actor,
    game: int | None = None,
    key: str = "",
    hands: object = None,
    signed: object = None,
) -> Answer:
    """Stores that the pairs `by` ("A", "B") agree to the end of a game, or, with `game` None, of
    the match.

    `score`: the stones of the game or the games of the match that they agreed to. The agreement
    holds while this is the score. A repeated agreement is not stored again. A match whose result
    waits for one of these pairs ends with its agreement to the match or to its last game. `signed`:
    the tablet's `key` and its `signature` over `agreement_text`, with `hands`, the number of hands
    it showed; None where it cannot sign. Raises NotFound (no_such_game), NotAllowed
    (not_this_table, not_your_match, other_pair), Refusal (not_ended, bad_side, bad_signature,
    bad_key, other_key), Conflict (other_score, key_reused).
    """
    tournament, match = lock_match(match_id=match_id)
    body = ["confirmation", match_id, game, by, score]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    sides = _sides(by)
    _must_be_its_own(sides, match, actor)
    stands = _match_score(match) if game is None else _game_score(match, game)
    if score != stands:
        raise Conflict.over(
            "score",
            "other_score",
            _("The score has changed. Look at it, then ask both pairs again."),
            current=current_state(match),
        )
    mark = None
    if signed is not None:
        agreement = {"match": match_id, "game": game, "score": stands, "by": sides}
        mark = _mark(actor, signed, hands, {"slug": tournament.slug, **agreement})
    agreed = confirmed(match=match, scores={game: stands})
    if not set(sides) <= set(agreed.get(game, ())):
        events.append(
            tournament=tournament,
            kind="match.confirmed" if game is None else "game.confirmed",
            actor=actor,
            data={
                "match": events.match_ref(match),
                "game": game,
                "score": stands,
                "by": sides,
                "signed": mark,
            },
        )
    match = _ended(match, game, sides)
    answer = {"state": current_state(match)}
    return submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)


def _ended(match: Match, game: int | None, sides: list[str]) -> Match:
    """The match, ended when its result waited for the agreement of one of these sides. Where its
    end needs a decision, it goes on waiting at the desk."""
    statements = statements_of(match)
    is_last = game is None or not Game.objects.filter(match=match, number__gt=game).exists()
    if statements is None or statements.awaited_side not in sides or not is_last:
        return match
    try:
        with transaction.atomic(), notify.savepoint():
            games = statements.first.games
            return results.record_result(match_id=match.pk, games=games, actor=BOTH_PAIRS)
    except Refusal:
        return match


def _must_be_its_own(sides: list[str], match: Match, actor: Actor) -> None:
    """Raises NotAllowed when a pair's phone says that the other pair agrees."""
    own = ["A"] if match.pair_a_id == actor.pair_id else ["B"]
    if actor.pair_id is not None and sides != own:
        raise NotAllowed.one(
            "by", "other_pair", _("The other pair agrees on its own phone, or at the desk.")
        )


def _mark(
    actor: Actor, signed: object, hands: object, agreement: Mapping[str, Any]
) -> dict[str, object]:
    """The signature for the event, after checking it against `said`. Empty without a signature."""
    fields = signed if isinstance(signed, dict) else {}
    key, signature = fields.get("key"), fields.get("signature")
    if actor.kind != "device" or actor.id is None or not isinstance(key, str):
        raise _bad_signature()
    devices.signs_with(device_id=actor.id, key=key)
    text = agreement_text(**agreement, hands=_count(hands))
    if not key or not is_signed(key=key, text=text, signature=signature):
        raise _bad_signature()
    return {"key": key, "hands": _count(hands), "signature": signature}


def _bad_signature() -> Refusal:
    return Refusal.one(
        "signed",
        "bad_signature",
        _("The signature is not this tablet's for this score. Ask both pairs again."),
    )


def _sides(by: object) -> list[str]:
    sides = [side for side in ("A", "B") if isinstance(by, list | tuple) and side in by]
    if not sides or len(sides) != len(by):  # type: ignore[arg-type]
        raise Refusal.one("by", "bad_side", _("Say which pairs agree: A, B or both."))
    return sides


def _game_score(match: Match, number: object) -> list[int]:
    game = Game.objects.filter(match=match, number=_count(number)).first()
    if game is None:
        raise NotFound.one(
            "game", "no_such_game", _("There is no such game. Choose one that was played.")
        )
    if not game.winner:
        raise Refusal.one("game", "not_ended", _("This game has not ended. Play it to its end."))
    return [game.score_a, game.score_b]


def _match_score(match: Match) -> list[int]:
    is_waiting = any(match.games) and statements_of(match) is not None
    if match.status != Match.Status.FINISHED and not is_waiting:
        raise Refusal.one("match", "not_ended", _("This match has not ended. Play it to its end."))
    return [match.games_a, match.games_b]


def _count(value: object) -> int:
    """The value as the number of a game, or of hands; 0 for anything that cannot be one."""
    return value if type(value) is int and 0 < value < 10_000 else 0


HAND = "hand.record"
Action = dict[str, Any]
Verb = Callable[[int, Action, Actor], Answer]


def record(at: OpenedMatch, action: Action, actor: Actor) -> Answer:
    """Records an action's hand in `at`, opened for its key. Raises what `hands.record` raises."""
    return hands.record_in(
        at, record=action.get("record"), actor=actor, key=_key(action), expected=_place(action)
    )


def _correct(match_id: int, action: Action, actor: Actor) -> Answer:
    game, number = _place(action)
    return corrections.correct(
        match_id=match_id,
        game=game,
        number=number,
        record=action.get("record"),
        reason=_text(action, "reason"),
        actor=actor,
        key=_key(action),
        expected_version=_version(action),
    )


def _undo(match_id: int, action: Action, actor: Actor) -> Answer:
    return corrections.undo(
        match_id=match_id,
        reason=_text(action, "reason"),
        actor=actor,
        key=_key(action),
        expected=_place(action),
        expected_version=_version(action),
    )


def _start(match_id: int, action: Action, actor: Actor) -> Answer:
    four_kings = action.get("four_kings", False)
    if not isinstance(four_kings, bool):
        raise Refusal.one("four_kings", "bad_choice", _("Say true or false."))
    key = _key(action)
    body = ["start", match_id, action.get("seating"), action.get("first_mano"), four_kings]
    if names := action.get("names"):
        body.append(names)
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    match = matches.start(
        match_id=match_id,
        actor=actor,
        seating=action.get("seating"),
        first_mano=action.get("first_mano", 0),
        four_kings=four_kings,
        names=names,
    )
    answer = {"match": match.pk, "version": match.version}
    return submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)


def _take_back_start(match_id: int, action: Action, actor: Actor) -> Answer:
    key = _key(action)
    body = ["take back start", match_id]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    if Hand.objects.filter(game__match_id=match_id, is_current=True, is_void=False).exists():
        raise Refusal.one(
            "match",
            "hands_entered",
            _("A hand of this match has been entered. Take the hands back first."),
        )
    match = matches.take_back_start(match_id=match_id, actor=actor)
    answer = {"match": match.pk, "version": match.version}
    return submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)


def _confirm(match_id: int, action: Action, actor: Actor) -> Answer:
    game = action.get("game") if action["kind"] == "game.confirm" else None
    if action["kind"] == "game.confirm" and type(game) is not int:
        raise Refusal.one("game", "bad_number", _("Say which game, by its number."))
    return confirm(
        match_id=match_id,
        game=game,
        by=action.get("by", ()),
        score=action.get("score"),
        hands=action.get("hands"),
        signed=action.get("signed"),
        actor=actor,
        key=_key(action),
    )


def _call(match_id: int, action: Action, actor: Actor) -> Answer:
    return calls.raise_call(
        match_id=match_id,
        actor=actor,
        message=_text(action, "message"),
        about=_text(action, "about"),
        draft=action.get("state"),
        key=_key(action),
    )


def _discard(action: Action, actor: Actor) -> Answer:
    return attention.discard(keys=action.get("of"), actor=actor, key=_key(action))


def _raise(action: Action, actor: Actor) -> Answer:
    return set_aside(action=action.get("action"), actor=actor, key=_key(action))


VERBS: Mapping[str, Verb] = {  # HAND is not among them: `record` carries it out
    "match.start": _start,
    "match.take_back_start": _take_back_start,
    "hand.correct": _correct,
    "hand.undo": _undo,
    "game.confirm": _confirm,
    "match.confirm": _confirm,
    "call.raise": _call,
}
OF_THE_TABLE: Mapping[str, Callable[[Action, Actor], Answer]] = {
    "attention.discard": _discard,
    "attention.raise": _raise,
}
"""Kinds of actions that concern the device's table and no particular match."""


def _key(action: Action) -> str:
    """The action's key, unchecked. A wrong key is refused by `submissions`, with its reason."""
    key: str = action.get("key", "")
    return key


def _place(action: Action) -> tuple[int, int]:
    game, hand = action.get("game"), action.get("hand")
    for name, number in (("game", game), ("hand", hand)):
        if not is_place(number):
            raise Refusal.one(name, "bad_number", _("Say which game and which hand, from 1."))
    return game, hand  # type: ignore[return-value]


def _version(action: Action) -> int | None:
    version = action.get("version")
    if version is not None and type(version) is not int:
        raise Refusal.one("version", "bad_number", _("The version is a whole number."))
    return version


def _text(action: Action, name: str) -> str:
    text = action.get(name, "")
    if not isinstance(text, str):
        raise Refusal.one(name, "not_text", _("Write this as text."))
    return text
