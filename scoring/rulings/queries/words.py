"""False yes or no that an official may let count as a repetition (G1): whose, and what it costs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed

from django.utils.translation import gettext_lazy as _

from mus.course import EnteredGame, Ruled
from mus.sides import SIDES, Side
from scoring.course.models import Game, Hand
from scoring.course.queries import ladder
from scoring.course.queries.consequences import (
    Recount,
    consequences,
    follows_its_hands,
    games_won,
    must_be_correctable,
    with_hand,
)
from scoring.course.queries.stored import StoredMatch, spoken
from scoring.rulings.models import Ruling
from tournament.errors import Conflict, Refusal
from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.matches.models import Cascade, Match

# What a repeated false claim costs (G1), shown before it is confirmed.


GAME, WON, NOTHING = "game", "won", "nothing"


def takes(ruling: Ruling) -> str:
    """What the repetition costs. "game": the game in progress; "won": a game that the pair had won
    and now loses; "nothing": the pair lost that game anyway, or an official decided the match."""
    match, game = ruling.match, ruling.game
    if game is None or not is_open_to_it(match):
        return NOTHING
    if game.winner == Side(ruling.proposed["loser"]).other:
        return NOTHING
    return WON if game.winner else GAME


def is_open_to_it(match: Match) -> bool:
    """Whether a repetition can still cost a game of the match."""
    if match.status == Match.Status.PLAYING:
        return True
    return not match.is_set_aside and follows_its_hands(match, games_won(match))


@dataclass(frozen=True, slots=True)
class FalseWord:
    """A pair's false word in a hand. `time`: its ordinal in the tournament if it counted; `takes`:
    what it would cost: "nothing", "game" (in progress) or "won" (a game that the pair had won)."""

    side: Side
    pair_id: int
    time: int
    takes: str

    @property
    def tribunal(self) -> bool:
        """Whether the word goes to the Disciplinary Tribunal, which then decides what it costs."""
        return self.time > 2


@dataclass(frozen=True, slots=True)
class Weighed:
    """What follows from a decision and the false words that it lets count. `loses`: number of the
    game that one of them costs, if any."""

    plan: Recount
    words: tuple[FalseWord, ...]
    loses: int | None

    @property
    def decided_by(self) -> dict[int, str]:
        return {} if self.loses is None else {self.loses: Game.EndedBy.FORFEIT.value}


def countable(*, hand: Hand | None, match: Match) -> tuple[FalseWord, ...]:
    """The false words of a hand that an official can let count, with what each would cost now.
    Words that count already are left out."""
    if hand is None or hand.is_void or not hand.is_current:
        return ()
    game = hand.game
    return tuple(
        _word(hand, match, side, game.winner)
        for side in spoken(hand.settlement)
        if not _counts_already(hand, match, side)
    )


def words_of_hand(*, hand_id: int) -> tuple[FalseWord, ...]:
    """`countable` for a hand by its key; empty when there is no such hand."""
    hand = Hand.objects.select_related("game__match").filter(pk=hand_id).first()
    return () if hand is None else countable(hand=hand, match=hand.game.match)


def must_be_countable(*, hand: Hand, match: Match, counts: Collection[str]) -> tuple[Side, ...]:
    """`counts` as sides, A first. Raises Refusal (no_false_word) when one has no countable false
    word."""
    can = {str(word.side) for word in countable(hand=hand, match=match)}
    if not set(counts) <= can:
        raise Refusal.one(
            "counts",
            "no_false_word",
            _(
                "Only a false yes or no of this hand that does not count yet can be made to count. "
                "Choose a pair that said one."
            ),
        )
    return tuple(side for side in SIDES if str(side) in counts)


def weigh(
    *,
    stored: StoredMatch,
    hand: Hand,
    games: Sequence[EnteredGame],
    target: tuple[int, int] | None,
    counts: Sequence[Side],
) -> Weighed:
    """The consequences of these games together with false words of the sides `counts`. Raises
    Refusal (both_lose_the_game), and what `consequences` raises."""
    plan = consequences(stored=stored, games=games, target=target)
    number = hand.game.number
    course = plan.course.games[number - 1]
    winner = str(course.winner or "")
    words = tuple(_word(hand, stored.match, side, winner) for side in counts)
    losers = [word.side for word in words if word.takes != NOTHING]
    if not losers:
        return Weighed(plan, words, None)
    if len(losers) > 1:
        raise Refusal.one(
            "counts",
            "both_lose_the_game",
            _(
                "Both pairs would lose this game. Count the false declaration of one of them, not "
                "of both."
            ),
        )
    lost = list(games)
    lost[number - 1] = changed(lost[number - 1], decided=losers[0].other)
    plan = consequences(stored=stored, games=lost, target=target)
    return Weighed(plan, words, number)


def without(games: Sequence[EnteredGame], words: Sequence[Ruling]) -> list[EnteredGame]:
    """The entered games when these words no longer count: games that they cost are given back,
    unless changed since."""
    back = list(games)
    for number in lost_by(words):
        back[number - 1] = changed(back[number - 1], decided=None)
    return back


def lost_by(words: Sequence[Ruling]) -> tuple[int, ...]:
    """The numbers of the games that these words cost and that are still lost."""
    return tuple(word.game.number for word in words if word.game is not None and _took(word))


def _took(word: Ruling) -> bool:
    game = word.game
    if word.kind != Ruling.Kind.REPETITION or word.status != Ruling.Status.CONFIRMED:
        return False
    if game is None or (word.outcome or {}).get("takes", NOTHING) == NOTHING:
        return False
    winner = Side(word.proposed["loser"]).other
    return (game.winner, game.ended_by) == (winner, Game.EndedBy.FORFEIT)


def _word(hand: Hand, match: Match, side: Side, winner: str) -> FalseWord:
    """The pair's false word. `winner`: of the hand's game, if this word did not count."""
    pair_id = match.pairs[side]
    assert pair_id is not None
    time = ladder.time_of(pair_id=pair_id, hand_id=hand.pk)
    takes = NOTHING
    if time == 2 and winner != side.other and is_open_to_it(match):
        takes = WON if winner else GAME
    return FalseWord(side, pair_id, time, takes)


def _counts_already(hand: Hand, match: Match, side: Side) -> bool:
    pair_id = match.pairs[side]
    assert pair_id is not None
    rulings = Ruling.objects.filter(
        hand=hand,
        pair_id=pair_id,
        kind=Ruling.Kind.REPETITION,
        status=Ruling.Status.CONFIRMED,
    )
    return any(ladder.is_word(ruling) for ruling in rulings)


# Whether a ruling can be taken back, and the match without it. Nothing is written.


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
    decisions = Event.standing.filter(tournament_id=tournament_id, kind__in=doing("rule"))
    numbers = decisions.filter(sealed__question=ruling_id).values("number")
    live = Cascade.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
    cascades = live.filter(event_number__in=numbers).order_by("-pk")
    return cascades.values_list("pk", flat=True).first()


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
    return ruling.kind in OF_A_HAND or (
        ruling.kind == Ruling.Kind.APPEAL and puts_a_hand_back(ruling)
    )
