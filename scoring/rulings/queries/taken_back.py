"""Whether a ruling can be taken back, and the match without it. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from mus.course import EnteredGame, Ruled
from scoring.course.models import Hand
from scoring.course.queries import ladder
from scoring.course.queries.consequences import must_be_correctable, with_hand
from scoring.course.queries.stored import StoredMatch
from scoring.rulings.models import Ruling
from scoring.rulings.queries.words import without
from tournament.errors import Conflict, Refusal
from tournament.log.models import Event
from tournament.matches.models import Cascade

OF_A_HAND = (Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM, Ruling.Kind.OVERRULE)


def games_without(
    stored: StoredMatch, ruling: Ruling, place: tuple[int, int], words: Sequence[Ruling]
) -> list[EnteredGame]:
    """The entered games without this ruling, and with the games that it and its false words cost
    given back. A hand that another ruling had decided before is as that one said (D7)."""
    entered = stored.entered()
    if puts_a_hand_back(ruling):
        entered = with_hand(stored, game=place[0], number=place[1], ruled=_ruled_before(ruling))
    return without(entered, [*words, ruling])


def _ruled_before(ruling: Ruling) -> Ruled | None:
    """The decision of an official that the ruling replaced; None: the rules decided."""
    version = ruling.hand
    while version is not None and ruling.decided_at is not None:
        before = version.previous
        if version.at == ruling.decided_at:
            return Ruled.from_json(before.ruled) if before is not None else None
        version = before
    return None


def place_of(ruling: Ruling) -> tuple[int, int]:
    """The game and hand of a ruling that can be taken back.

    Raises Refusal (still_open, other_kind; not_playing or set_aside for its match), Conflict
    (changed_since).
    """
    if ruling.is_open:
        raise Refusal.one("ruling", "still_open", _("This is not decided yet. Decide it."))
    hand = ruling.hand
    if hand is None or not _can_be(ruling):
        raise Refusal.one(
            "ruling",
            "other_kind",
            _(
                "This cannot be taken back by itself. Take back the decision on its game, or "
                "reopen the match."
            ),
        )
    must_be_correctable(ruling.match)
    if hand.is_void or not _stands(ruling, hand):
        raise Conflict.over(
            "ruling",
            "changed_since",
            _("This hand has been changed since. Look at it as it is now, and rule on that."),
            current={"game": hand.game.number, "number": hand.number, "version": hand.version},
        )
    return hand.game.number, hand.number


def puts_a_hand_back(ruling: Ruling) -> bool:
    """Whether the ruling gave its hand another outcome, which is taken back with it."""
    return ruling.status == Ruling.Status.REPLACED


def live_cascade(*, ruling_id: int, tournament_id: int) -> int | None:
    """Primary key of the cascade that this ruling began, if it can still be taken back; otherwise
    None. Taking it back restores all that was set aside."""
    told = Event.objects.filter(tournament_id=tournament_id, kind="ruling.made")
    numbers = told.filter(sealed__question=ruling_id).values("number")
    live = Cascade.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
    found = live.filter(event_number__in=numbers).order_by("-pk")
    return found.values_list("pk", flat=True).first()


def _stands(ruling: Ruling, hand: Hand) -> bool:
    """Whether the hand has not changed since the ruling; after a dismissed repetition, whether it
    still holds the false claim. A game that a repetition cost can always be given back."""
    if puts_a_hand_back(ruling):
        return hand.ruled == ruling.outcome
    if ruling.kind == Ruling.Kind.REPETITION:
        return ruling.status != Ruling.Status.DISMISSED or ladder.still_guilty(ruling)
    return ruling.decided_at is not None and hand.at <= ruling.decided_at


def _can_be(ruling: Ruling) -> bool:
    """Whether a ruling can be taken back by itself: a decision on a hand, that a false word or a
    repetition counts, or that a false claim does not. A question closed without a decision
    cannot."""
    outcome = ruling.outcome or {}
    if outcome.get("superseded"):
        return False
    if ruling.kind == Ruling.Kind.REPETITION and ruling.status == Ruling.Status.CONFIRMED:
        return ladder.is_word(ruling) or not ruling.proposed["tribunal"]
    if ruling.kind == Ruling.Kind.REPETITION:
        return ruling.status == Ruling.Status.DISMISSED
    return ruling.kind in OF_A_HAND
