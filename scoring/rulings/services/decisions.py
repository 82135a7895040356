"""The steps of every ruling: read it, decide it, carry it out, log it. Internal to the services."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.course import Ruled
from mus.sides import Side
from scoring.course.models import Hand
from scoring.course.queries import stored as claims
from scoring.course.queries.consequences import (
    follows_its_hands,
    games_won,
    must_be_correctable,
    with_hand,
)
from scoring.course.queries.stored import (
    MOST_STONES,
    StoredMatch,
    stored_match,
)
from scoring.course.services import versions
from scoring.course.services.refolding import carry_out, play_of
from scoring.course.services.versions import Writing, decide, writing_of
from scoring.rulings.models import Ruling
from scoring.rulings.queries.deciding import has_settled_questions, settled_by_an_ending
from scoring.rulings.queries.review import ruling_json
from scoring.rulings.queries.words import (
    Weighed,
    weigh,
)
from scoring.rulings.services import words
from tournament.acts import Decision
from tournament.errors import Conflict, NotFound, Refusal
from tournament.log import services as events
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Match

Kind = Ruling.Kind


def advance(match: Match, actor: Actor) -> None:
    """Ends a match that only waited for a ruling."""
    if match.status != Match.Status.PLAYING:
        return
    both = games_won(match)
    versions.follow_games(match=match, games=both, outcome=match.outcome_with(both), actor=actor)


def open_ruling(
    ruling_id: int, actor: Actor, expected: int | None = None, kinds: Collection[str] = Kind.values
) -> Ruling:
    """An open ruling of these kinds with its match, read after the tournament is locked.
    `expected`: the version of the ruling that the official has seen.

    Raises NotFound (no_such_ruling), NotAllowed (not_an_organizer), Conflict (already_decided,
    changed_meanwhile), Refusal (other_kind).
    """
    ruling = _locked(ruling_id, actor)
    if not ruling.is_open:
        raise Conflict.over(
            "ruling",
            "already_decided",
            _("This has been decided already. Look at the decision; to change it, rule the hand."),
            current={"status": ruling.status, "outcome": ruling.outcome, "reason": ruling.reason},
        )
    _must_be_as_seen(ruling, expected)
    if ruling.kind not in kinds:
        raise Refusal.one(
            "ruling",
            "other_kind",
            _("This decision is not possible here. Choose one of those offered."),
        )
    return ruling


def to_decide(ruling_id: int, kinds: Collection[str], act: Decision) -> tuple[Ruling, Writing]:
    """What `open_ruling` gives, and what the act writes. Raises also Refusal (reason_required)."""
    expected = act.get("expected_version")
    return open_ruling(ruling_id, act["actor"], expected, kinds), writing_of(**act)


def settled_ruling(ruling_id: int, act: Decision) -> Ruling:
    """As `open_ruling`, for a ruling that is decided. Raises NotFound (no_such_ruling), NotAllowed,
    Conflict (changed_meanwhile), Refusal (still_open)."""
    ruling = _locked(ruling_id, act["actor"])
    if ruling.is_open:
        raise Refusal.one("ruling", "still_open", _("This is not decided yet. Decide it."))
    _must_be_as_seen(ruling, act.get("expected_version"))
    return ruling


def must_have_none_open(appeal: Ruling) -> None:
    """Raises Refusal (already_open) when another appeal of its pair is open in the match of this
    one. Other rulings pass."""
    same = Ruling.objects.filter(match=appeal.match, pair=appeal.pair, kind=Ruling.Kind.APPEAL)
    is_appeal = appeal.kind == Ruling.Kind.APPEAL
    if is_appeal and same.filter(status=Ruling.Status.OPEN).exists():
        raise Refusal.one(
            "match",
            "already_open",
            _("An appeal of this pair is open in this match. Decide that one first."),
        )


def _must_be_as_seen(ruling: Ruling, expected: int | None) -> None:
    if expected is not None and expected != ruling.version:
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _(
                "This question has changed since it was shown: the hand, the proposal or the "
                "result is different. Look at it as it is now, then decide again."
            ),
            current={
                "status": ruling.status, "proposed": ruling.proposed, "version": ruling.version,
            },
        )  # fmt: skip


def _locked(ruling_id: int, actor: Actor) -> Ruling:
    match_id = Ruling.objects.filter(pk=ruling_id).values_list("match_id", flat=True).first()
    if match_id is None:
        raise NotFound.one(
            "ruling", "no_such_ruling", _("There is no such ruling. Choose one from the desk.")
        )
    _tournament, match = lock_match(match_id=match_id, official=actor)
    return match.rulings.select_related("hand__game", "game", "pair").get(pk=ruling_id)


def read_outcome(stones: object, game_winner: object) -> Ruled:
    """An official's decision, read from a request. Raises Refusal (bad_outcome)."""
    is_said = stones is not None or bool(game_winner)
    if stones is None:
        stones = (0, 0)
    if not (
        is_said
        and isinstance(stones, list | tuple)
        and len(stones) == 2
        and all(type(n) is int and 0 <= n <= MOST_STONES for n in stones)
        and game_winner in (None, "", "A", "B")
    ):
        raise Refusal.one(
            "stones",
            "bad_outcome",
            _(
                "Give the stones of A and of B as two whole numbers from 0, or say which pair wins "
                "the game."
            ),
        )
    return Ruled((stones[0], stones[1]), Side(str(game_winner)) if game_winner else None)


def claim_of(ruling: Ruling) -> Ruled:
    """A hand's outcome when the table's claim is accepted. Raises NotFound for a void hand."""
    stored = stored_match(match=ruling.match)
    return claims.claim_of(stored=stored, hand=_hand_in(stored, ruling))


def rule_hand(
    ruling: Ruling, outcome: Ruled, status: str, writing: Writing, counts: Collection[str] = ()
) -> None:
    """Gives a hand an official's outcome and carries out what follows. `counts`: the pairs ("A",
    "B") whose false word in the hand counts as a repetition from now on.

    Raises NotFound (no_such_hand), and what `to_count`, `weigh` and `carry_out` raise.
    """
    must_be_correctable(ruling.match)
    stored = stored_match(match=ruling.match)
    hand = _hand_in(stored, ruling)
    sides = words.to_count(hand=hand, match=ruling.match, counts=counts)
    before = play_of(ruling.match)
    # Decided first, so that the new version of the hand does not raise the same question again.
    decide(ruling, status, outcome.to_json(), writing)
    place = (hand.game.number, hand.number)
    weighed = weigh(
        stored=stored,
        hand=hand,
        games=with_hand(stored, game=place[0], number=place[1], ruled=outcome),
        target=place,
        counts=sides,
    )
    _carry_out(stored, ruling, hand, weighed, writing, before)


def confirm_with_words(ruling: Ruling, counts: Collection[str], writing: Writing) -> None:
    """Confirms a proposal together with false words that count, and carries out what they cost.
    Raises what `rule_hand` raises."""
    stored = stored_match(match=ruling.match)
    hand = _hand_in(stored, ruling)
    sides = words.to_count(hand=hand, match=ruling.match, counts=counts)
    before = play_of(ruling.match)
    decide(ruling, Ruling.Status.CONFIRMED, ruling.proposed, writing)
    games = stored.entered()
    weighed = weigh(stored=stored, hand=hand, games=games, target=None, counts=sides)
    _carry_out(stored, ruling, hand, weighed, writing, before)


def _carry_out(
    stored: StoredMatch,
    ruling: Ruling,
    hand: Hand,
    weighed: Weighed,
    writing: Writing,
    before: dict[str, Any] | None,
) -> None:
    """Stores the false words that count, each with its own event, and carries out what follows. The
    event of the ruling tells what the words cost."""
    counted = words.count(
        decision=ruling, hand=hand, weighed=weighed, writing=writing, before=before
    )
    for word in counted:
        log_ruling(word, writing.actor)
    if ruling.status == Ruling.Status.CONFIRMED and weighed.loses is None:
        log_ruling(ruling, writing.actor)
        advance(stored.match, writing.actor)
        return
    carry_out(
        stored=stored,
        plan=weighed.plan,
        writing=writing,
        kind="ruling.made",
        data=ruling_json(ruling),
        decided_by=weighed.decided_by,
        before=before,
    )
    settle_asked_since(match=stored.match, writing=writing)


def _hand_in(stored: StoredMatch, ruling: Ruling) -> Hand:
    for row in stored.games:
        for hand in row.hands:
            if hand.pk == ruling.hand_id:
                hand.game = row.game
                return hand
    raise NotFound.one(
        "hand", "no_such_hand", _("This hand does not count any more. Dismiss the question.")
    )


def ruling_event(ruling: Ruling) -> events.NewEvent:
    """The event of a decision, for a service that appends it with other events."""
    data = {"match": events.match_ref(ruling.match), **ruling_json(ruling)}
    return events.NewEvent("ruling.made", data)


def log_ruling(ruling: Ruling, actor: Actor) -> None:
    """Appends the event of one ruling."""
    entries = [ruling_event(ruling)]
    events.append_all(tournament=ruling.match.tournament, actor=actor, entries=entries)


# Closes what the ending of a match has settled.


def settle_questions(match: Match, by: str, writing: Writing) -> None:
    """Closes the open questions about the hands of a match that was ended otherwise than by its
    hands. Only inside a service's transaction."""
    for ruling in settled_by_an_ending(match):
        decide(ruling, Ruling.Status.DISMISSED, {"superseded": True, "settled_by": by}, writing)
        log_ruling(ruling, writing.actor)


def settle_asked_since(*, match: Match, writing: Writing) -> None:
    """Closes the questions that a change of hands has asked in a match that had ended otherwise
    than by its hands, or by a result entered over them: its ending settles them too, and they are
    asked again when it is opened again. For services, after the event of the change."""
    match.refresh_from_db(fields=["status", "ended_by", "games_a", "games_b"])
    if match.status != Match.Status.FINISHED:
        return
    if not follows_its_hands(match, games_won(match)) or has_settled_questions(match):
        by_result = match.ended_by == Match.EndedBy.GAMES
        settle_questions(match, "result" if by_result else match.ended_by, writing)
