"""JSON in, a hand record out, or every malformed field at once.

Reading asks whether each field can be understood; whether what it says can have happened is
asked by `settling`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .cards import Card, card_from
from .faults import Fault, RecordRefused, fault
from .holdings import holding_of, needs_suit_for_juego_real
from .invalid import cut_short
from .lances import DECLARED_LANCES, LANCES, Lance
from .record import (
    EMPTY,
    FIELDS,
    FORMAT,
    MOST_LISTED,
    NO_BETS,
    Calls,
    Declarations,
    HandRecord,
    Reading,
)
from .ruleset import SETTINGS, RuleSet, read_ruleset
from .values import accused_seat, call_from, is_plain, whole


def parse(value: object) -> HandRecord:
    """The record a JSON value holds. Raises `RecordRefused` with every malformed field."""
    reading = read(value)
    if reading.faults:
        raise RecordRefused(reading.faults)
    return reading.record


def read(value: object) -> Reading:
    """Read what can be read of a JSON value; what cannot is a fault and takes its default."""
    if not isinstance(value, dict):
        return Reading(EMPTY, (fault("bad_json", ""),), frozenset(("record",)))
    reader = _RecordReader(value)
    for name in value:
        if name not in FIELDS:
            reader.bad("bad_json", cut_short(str(name)))
    if value.get("format", FORMAT) != FORMAT:
        reader.bad("bad_json", "format")
    if not is_plain(value.get("id")):
        reader.bad("bad_json", "id")
    reader.ruleset = read_ruleset(value.get("ruleset"), reader.faults)
    if reader.ruleset.seats not in SETTINGS["seats"].choices:
        # A record is of two pairs or two teams of three; others play each for himself (§10).
        reader.bad("bad_ruleset", "ruleset.seats", given=reader.ruleset.seats)
        reader.ruleset = replace(reader.ruleset, seats=4)
    cards = reader.cards()
    holdings, held = None, {}
    if cards is not None:
        holdings = tuple([holding_of(four, reader.ruleset) for four in cards])
        held = {
            Lance.PARES: tuple([h.pares > 0 for h in holdings]),
            Lance.JUEGO: tuple([h.juego > 0 for h in holdings]),
        }
    mano, last = whole(value.get("mano")), reader.ruleset.seats - 1
    if mano is None or mano > last:
        reader.bad("bad_mano", "mano", last=last)
        mano = 0
    record = HandRecord(
        id=value.get("id"),
        ruleset=reader.ruleset,
        mano=mano,
        score=reader.two("score", "bad_score", reader.ruleset.target - 1) or (0, 0),
        cards=cards,
        holdings=holdings,
        held=held,
        declared=reader.declared(),
        bets=reader.bets(),
        infractions=reader.infractions(),
        claim=reader.two("claim", "bad_claim", None),
    )
    return Reading(record, tuple(reader.faults), frozenset(reader.unread))


@dataclass(slots=True)
class _RecordReader:
    """Reads one JSON object, gathering faults."""

    value: dict[object, object]
    faults: list[Fault] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    ruleset: RuleSet = EMPTY.ruleset

    def bad(self, code: str, path: str, **params: object) -> None:
        self.faults.append(fault(code, path, **params))

    def two(self, name: str, code: str, last: int | None) -> tuple[int, int] | None:
        value = self.value.get(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2:
            a, b = whole(value[0]), whole(value[1])
            if a is not None and b is not None and (last is None or max(a, b) <= last):
                return a, b
        self.bad(code, name, last=last)
        return None

    def cards(self) -> tuple[tuple[Card, ...], ...] | None:
        value = self.value.get("cards")
        if value is None:
            return None
        before, seats = len(self.faults), self.ruleset.seats
        by_seat: tuple[tuple[Card, ...], ...] = ()
        if isinstance(value, list) and len(value) == seats:
            read = [self.four(f"cards[{seat}]", four) for seat, four in enumerate(value)]
            by_seat = tuple([four for four in read if four is not None])
        else:
            self.bad("bad_cards", "cards", seats=seats)
        # No more of a rank than the pack holds, no suited card twice (C1).
        cards = [card for four in by_seat for card in four]
        for rank, count in Counter([card.rank for card in cards]).items():
            # Of any rank but the twos the pack has two at least.
            if (count > 2 or rank == "2") and count > (most := self.ruleset.most_of(rank)):
                self.bad("too_many_of_rank", "cards", rank=rank, count=count, most=most)
        if self.ruleset.jokers:
            self.count_plain_sotas(cards)
        for face, count in Counter([card[:2] for card in cards if card.suit]).items():
            if count > 1:
                self.bad("duplicate_card", "cards", card="".join(face))
        if len(self.faults) > before:
            self.unread.add("cards")
            return None
        return by_seat

    def four(self, path: str, value: object) -> tuple[Card, ...] | None:
        tokens = value.split() if isinstance(value, str) else value
        if not isinstance(tokens, list) or len(tokens) != 4:
            self.bad("bad_cards", path, seats=self.ruleset.seats)
            return None
        cards = []
        for position, token in enumerate(tokens):
            card = card_from(token) if isinstance(token, str) else None
            if card is None or (card.stands_for and not self.ruleset.jokers):
                self.bad("bad_card", f"{path}[{position}]", given=token)
            else:
                cards.append(card)
        if len(cards) < 4:
            return None
        if self.ruleset.needs_suits:
            self.check_variants(path, cards)
        return tuple(cards)

    def check_variants(self, path: str, cards: list[Card]) -> None:
        """What only the variants ask: jokers say what they are, juego real knows its suits."""
        for position, card in enumerate(cards):
            if self.ruleset.jokers and card.is_joker and not card.stands_for:
                self.bad("joker_unresolved", f"{path}[{position}]", card=str(card))
        if needs_suit_for_juego_real(cards, self.ruleset.juego_real):
            bare = next(p for p, c in enumerate(cards) if not c.suit and self.suit_counts(c))
            self.bad("bad_card", f"{path}[{bare}]", given=str(cards[bare]))

    def suit_counts(self, card: Card) -> bool:
        return card.rank == "S" or self.ruleset.juego_real != "sota_oros"

    def count_plain_sotas(self, cards: list[Card]) -> None:
        """With ten kings only two sotas are sotas: an unsuited S is one of them."""
        plain = sum(1 for card in cards if card.rank == "S" and not card.is_joker)
        if 2 < plain <= 4:
            self.bad("too_many_of_rank", "cards", rank="S", count=plain, most=2)

    def declared(self) -> Mapping[Lance, Declarations]:
        value = self.value.get("declared")
        if value is None:
            return {}
        if not isinstance(value, dict):
            # Missing where a lance was reached, which `playing_out` finds out.
            return {}
        declarations: dict[Lance, Declarations] = {}
        for name, words in value.items():
            if name not in DECLARED_LANCES:
                self.bad("bad_lance", f"declared.{cut_short(str(name))}")
            elif (
                isinstance(words, list)
                and len(words) == self.ruleset.seats
                and all(isinstance(word, bool) for word in words)
            ):
                declarations[Lance(name)] = tuple(words)
        return declarations

    def bets(self) -> tuple[Calls, Calls, Calls, Calls]:
        value = self.value.get("bets")
        if value is None:
            return NO_BETS
        if not isinstance(value, dict):
            self.bad("bad_call", "bets")
            return NO_BETS
        for name in value:
            if name not in LANCES:
                self.bad("bad_lance", f"bets.{cut_short(str(name))}")
        grande, chica, pares, juego = (self.calls(lance, value.get(lance)) for lance in LANCES)
        return grande, chica, pares, juego

    def calls(self, lance: Lance, value: object) -> Calls:
        if value is None:
            return ()
        path = f"bets.{lance}"
        if not isinstance(value, list) or len(value) > MOST_LISTED:
            self.bad("bad_call", path)
            return ()
        calls = []
        for position, entry in enumerate(value):
            call = call_from(entry)
            if call is None:
                self.bad("bad_call", f"{path}[{position}]")
                self.unread.add(path)
            else:
                calls.append(call)
        return tuple(calls)

    def infractions(self) -> tuple[int, ...]:
        value = self.value.get("infractions")
        last = self.ruleset.seats - 1
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > MOST_LISTED:
            self.bad("bad_infraction", "infractions", last=last)
            return ()
        seats = []
        for position, entry in enumerate(value):
            seat = accused_seat(entry)
            if seat is not None and seat <= last:
                seats.append(seat)
            else:
                self.bad("bad_infraction", f"infractions[{position}]", last=last)
        return tuple(sorted(set(seats)))
