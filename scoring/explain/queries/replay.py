"""A hand step by step: what was said, the cards, false words, every payment, and the ruling."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from scoring.explain.queries.chances import HandChances, KnownChances, known_chances
from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.lines import HandLines, Seat
from scoring.explain.queries.pages import GamePage, MatchPage
from scoring.explain.queries.telling import Moment, Score, sentence
from tournament.errors import NotFound, StrOrPromise

OPEN_CHANCES = ("grande", "chica", "pares", "juego")


@dataclass(frozen=True, slots=True)
class SideChance:
    """The chance of a pair that knows both its holdings in a lance, in percent."""

    side: str
    percent: float
    certain: str


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of the hand. `has_cards`: the cards are on the table; `chances`: of A and B in the
    lance being bet; empty when no lance is being bet or no cards were shown. `waits`: the chances
    are not counted yet."""

    number: int
    moment: Moment
    has_cards: bool
    chances: tuple[SideChance, ...]
    waits: bool = False


@dataclass(frozen=True, slots=True)
class HandAddress:
    """The place of a hand in its match: game and number."""

    game: int
    number: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand to step through, with the hands before and after it in the match."""

    game: int
    number: int
    seats: tuple[Seat, ...]
    pairs: tuple[str, str]
    target: int
    score_before: Score
    steps: tuple[Step, ...]
    previous: HandAddress | None
    next: HandAddress | None

    @property
    def waits(self) -> bool:
        """Whether some of the chances are not counted yet. The page must then not be cached."""
        return any(step.waits for step in self.steps)


def hand_replay(*, page: MatchPage, game: int, number: int, with_chances: bool = True) -> Replay:
    """The replay of a hand that counts; one query, for its chances. Raises NotFound."""
    hands = [(game, hand) for game in page.games for hand in game.hands]
    for place, (one, hand) in enumerate(hands):
        if (one.number, hand.number) == (game, number):
            before = hands[place - 1][1] if place else None
            after = hands[place + 1][1] if place + 1 < len(hands) else None
            known = known_chances(hand=hand) if with_chances else KnownChances(None, False)
            return _replay(page, one, hand, known, (before, after))
    raise NotFound.one(
        "hand", "no_such_hand", _("There is no such hand. Choose one from its match.")
    )


def _replay(
    page: MatchPage,
    game: GamePage,
    hand: HandPage,
    known: KnownChances,
    beside: tuple[HandPage | None, HandPage | None],
) -> Replay:
    moments = tuple(_moments(hand, page.pairs))
    cards_at = next((n for n, moment in enumerate(moments) if moment.kind == "cards"), len(moments))
    return Replay(
        game=game.number,
        number=hand.number,
        seats=hand.lines.seats,
        pairs=page.pairs,
        target=game.target,
        score_before=hand.lines.score_before,
        steps=tuple(
            _step(n, moment, has_cards=n >= cards_at, known=known)
            for n, moment in enumerate(moments)
        ),
        previous=_address(beside[0]),
        next=_address(beside[1]),
    )


def _address(hand: HandPage | None) -> HandAddress | None:
    return None if hand is None else HandAddress(hand.game, hand.number)


def _step(number: int, moment: Moment, *, has_cards: bool, known: KnownChances) -> Step:
    is_open = not has_cards and moment.lance in OPEN_CHANCES
    chances = _chances(known.chances, moment.lance) if is_open and known.chances else ()
    return Step(number + 1, moment, has_cards, chances, waits=is_open and known.are_coming)


def _chances(chances: HandChances, lance: str) -> tuple[SideChance, ...]:
    at = OPEN_CHANCES.index(lance)
    return tuple(
        SideChance(side, row[at].percent, row[at].certain) for side, row in chances.pairs.items()
    )


def _moments(hand: HandPage, pairs: tuple[str, str]) -> Iterator[Moment]:
    """Everything that happened in the hand, up to an official's decision and the game's end."""
    lines = hand.lines
    yield from lines.moments
    score = lines.moments[-1].score
    if lines.seats and lines.seats[0].cards:
        yield _plain("cards", score)
    for note in lines.notes:
        yield Moment("false_word", "", note.clause, note.pair, str(note.sentence), (0, 0), score)
    yield from _payments(lines, score)
    yield from _officials(hand)
    if hand.game_winner:
        name = pairs["AB".index(hand.game_winner)]
        yield _plain("won", hand.score, side=hand.game_winner, pair=name)


def _payments(lines: HandLines, score: Score) -> Iterator[Moment]:
    """The payments after the betting, in order, without the stones taken during it."""
    taken = {moment.lance for moment in lines.moments if any(moment.taken)}
    for line in lines.ledger:
        if line.kind == "deje" and line.lance in taken:
            continue
        stones = (line.stones, 0) if line.pair == "A" else (0, line.stones)
        score = (score[0] + stones[0], score[1] + stones[1])
        yield Moment("payment", line.lance, line.lance_name, line.pair, line.reason, stones, score)
    if not lines.ledger and lines.settled:
        yield _plain("nothing", score)


def _officials(hand: HandPage) -> Iterator[Moment]:
    claim, lines = hand.lines.claim, hand.lines
    if claim is not None and not claim.agrees:
        a, b = claim.claimed
        right_a, right_b = claim.right
        yield _plain("claim", lines.score, a=a, b=b, right_a=right_a, right_b=right_b)
    if hand.open_rulings:
        yield _plain("waits", hand.score)
    if hand.ruled is not None:
        a, b = hand.stones
        reason = " ".join(str(ruling.reason) for ruling in hand.rulings if ruling.reason)
        kind = "ruled_because" if reason else "ruled"
        yield _plain(kind, hand.score, a=a, b=b, reason=reason)


def _plain(kind: str, score: Score, *, side: str = "", **params: object) -> Moment:
    text: StrOrPromise = sentence(kind, **params)
    return Moment(kind, "", "", side, text, (0, 0), score)
