"""Exact odds, held against every deal of small packs, and against dealt samples of the whole."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import pytest

from mus import LANCES, RANKS, SUITS, Card, JuegoReal, Lance, RuleSet, holding_of
from mus.odds import (
    Certainty,
    odds_of,
    odds_of_pair,
    odds_of_shown,
    statements_of,
    sure_lances,
)  # fmt: skip
from mus.odds.chances import LanceOdds, chances_of_one, chances_of_two
from mus.odds.tables import best_key, key_in, table_of
from mus.odds.ties import ties_above, worse_than
from mus.play import PACK, pack_of
from mus.tests.hands import EXAMPLE, cards_of

FACES = [(rank, suit) for rank in RANKS for suit in SUITS]
RULESETS = {
    "eight kings": RuleSet(),
    "four kings": RuleSet(kings=4),
    "without twos": RuleSet(without_twos=True),
    "nine kings": RuleSet(ninth_king="4", ninth_ace="C"),
    "jokers": RuleSet(jokers=True),
    "royal": RuleSet(juego_real=JuegoReal.THREE_SEVENS),
    "royal with oros": RuleSet(juego_real=JuegoReal.SOTA_OROS),
    "royal by suits": RuleSet(juego_real=JuegoReal.FOURTH_SUIT),
}


STRONG = [
    [("R", suit) for suit in SUITS],
    [("A", suit) for suit in SUITS],
    [("R", "o"), ("R", "c"), ("R", "e"), ("C", "e")],
    [("R", "o"), ("R", "c"), ("A", "e"), ("A", "o")],
    [("S", "o"), ("7", "o"), ("7", "c"), ("7", "e")],
    [("R", "o"), ("C", "c"), ("S", "e"), ("A", "o")],
    [("A", "o"), ("A", "c"), ("A", "e"), ("4", "o")],
]
"""Holdings near the end of a lance, where it is decided whether they can be beaten."""


def deals(cards: Sequence[Card], hands: int, ruleset: RuleSet) -> Iterator[list[list[int]]]:
    """Every deal of so many hands from a few cards: for each lance, the keys of the hands."""
    keys = {
        sum(1 << number for number in chosen): [
            best_key(lance, [cards[number] for number in chosen], ruleset) for lance in LANCES
        ]
        for chosen in combinations(range(len(cards)), 4)
    }

    def dealt(used: int, so_far: list[list[int]]) -> Iterator[list[list[int]]]:
        if len(so_far) == hands:
            yield [list(column) for column in zip(*so_far, strict=True)]
            return
        for mask, four in keys.items():
            if not mask & used:
                yield from dealt(mask | used, [*so_far, four])

    return dealt(0, [])


def seat_that_wins(keys: Sequence[int]) -> int:
    """The first place with the largest key (W1); -1 when nobody takes part."""
    return keys.index(max(keys)) if max(keys) else -1


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "name"),
    [(0, "eight kings"), (1, "four kings"), (2, "jokers"), (3, "royal by suits"), (1, "royal")],
)
def test_one_holding_against_every_deal_of_a_small_pack(place: int, name: str) -> None:
    ruleset, rng = RULESETS[name], random.Random(name)
    # Few ranks, so that ties and juegos reales are many.
    few = [card for card in PACK if card.rank in ("R", "7", "S", "A", "3")]
    drawn = rng.sample(few, 16)
    own, unseen = drawn[:4], drawn[4:]
    tables = [table_of(lance, ruleset) for lance in LANCES]
    mine = [table.index_of(own) for table in tables]
    total, alone, pair, nobody = 0, [0] * 4, [0] * 4, [0] * 4
    for by_lance in deals(unseen, 3, ruleset):
        total += 1
        for number, keys in enumerate(by_lance):
            keys.insert(place, mine[number])
            best = seat_that_wins(keys)
            alone[number] += best == place
            pair[number] += best >= 0 and (best - place) % 2 == 0
            nobody[number] += best < 0
    for number, table in enumerate(tables):
        odds = chances_of_one(table, table.index_of(own), table.counts(unseen), place)
        expected = [Fraction(ways[number], total) for ways in (alone, pair, nobody)]
        assert list(odds) == expected, (table.lance, own, unseen)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("place", [0, 1])
def test_a_pair_against_every_deal_of_a_small_pack(name: str, place: int) -> None:
    ruleset, rng = RULESETS[name], random.Random(f"{name} {place}")
    drawn = rng.sample([card for card in PACK if card.rank in ("R", "3", "7", "S", "5", "A")], 17)
    first, second, unseen = drawn[:4], drawn[4:8], drawn[8:]
    tables = [table_of(lance, ruleset) for lance in LANCES]
    mine = [(table.index_of(first), table.index_of(second)) for table in tables]
    total, alone, pair, nobody = 0, [0] * 4, [0] * 4, [0] * 4
    for by_lance in deals(unseen, 2, ruleset):
        total += 1
        for number, others in enumerate(by_lance):
            keys = [0, 0, 0, 0]
            keys[place], keys[place + 2] = mine[number]
            keys[1 - place], keys[3 - place] = others
            best = seat_that_wins(keys)
            alone[number] += best == place
            pair[number] += best in (place, place + 2)
            nobody[number] += best < 0
    for number, table in enumerate(tables):
        odds = chances_of_two(table, mine[number], table.counts(unseen), place)
        expected = [Fraction(ways[number], total) for ways in (alone, pair, nobody)]
        assert list(odds) == expected, table.lance


@pytest.mark.parametrize("name", RULESETS)
def test_one_holding_against_dealt_samples(name: str) -> None:
    ruleset, rng = RULESETS[name], random.Random(name)
    whole = pack_of(ruleset)
    own = tuple(rng.sample(whole, 4))
    rest, place, dealt = [card for card in whole if card not in own], 1, 800
    odds = odds_of(own, place=place, ruleset=ruleset)
    won = dict.fromkeys(LANCES, 0)
    for _ in range(dealt):
        rng.shuffle(rest)
        hands = [own if seat == place else rest[4 * seat : 4 * seat + 4] for seat in range(4)]
        for lance in LANCES:
            keys = [best_key(lance, hand, ruleset) for hand in hands]
            won[lance] += seat_that_wins(keys) in (place, 3)
    for lance in LANCES:
        assert abs(won[lance] / dealt - odds[lance].pair) < 0.08, lance


# The classes that are counted instead of deals


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("lance", LANCES)
def test_every_four_cards_are_in_one_class_with_the_key_of_its_holding(
    lance: Lance, name: str
) -> None:
    ruleset = RULESETS[name]
    table = table_of(lance, ruleset)
    whole = len(pack_of(ruleset))
    assert sum(table.pack) == whole
    ways = [prod(map(comb, table.pack, counts)) for counts in table.key_of]
    assert sum(ways) == comb(whole, 4)
    assert {k: set(v) for k, v in table.classes_of.items()} == {
        key: {counts for counts in table.key_of if table.key_of[counts] == key}
        for key in set(table.key_of.values())
    }
    rng = random.Random(name)
    dealt = [rng.sample(pack_of(ruleset), 4) for _ in range(200)]
    sevens = [[*cards_of("7o 7c 7e"), Card("S", suit)] for suit in SUITS]
    for cards in [*dealt, *sevens]:
        assert table.key_of[table.counts(cards)] == table.index_of(cards)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ro Rc Co 7o 7c So Ao Ac 4o 4c 5o 6o", "eight kings"),
        ("Ro Rc Re 7o 7c 7e So Sc Se Ao Ac Ae", "royal"),
    ],
)
def test_ties_of_three_unseen_hands_are_those_of_every_deal(text: str, name: str) -> None:
    ruleset = RULESETS[name]
    cards = cards_of(text)
    dealt = list(deals(cards, 3, ruleset))
    for number, lance in enumerate(LANCES):
        table = table_of(lance, ruleset)
        columns = [keys[number] for keys in dealt]
        for key in sorted({max(keys) for keys in columns})[::2]:
            above = [keys.count(max(keys)) for keys in columns if max(keys) > key]
            found = ties_above(table, key, table.counts(cards))
            assert found == (above.count(2), above.count(3)), (lance, key)


@pytest.mark.parametrize(
    ("kings", "lance"), [(8, Lance.GRANDE), (8, Lance.CHICA), (4, Lance.CHICA)]
)
def test_holdings_worse_than_a_class_are_counted_and_not_listed(kings: int, lance: Lance) -> None:
    table, rng = table_of(lance, RuleSet(kings=kings)), random.Random(kings)
    for _ in range(6):
        unseen = rng.sample(PACK, 9)
        keys = [table.index_of(four) for four in combinations(unseen, 4)]
        for counts in rng.sample(sorted(table.key_of), 40):
            expected = sum(key < table.key_of[counts] for key in keys)
            assert worse_than(counts, table.counts(unseen)) == expected, (unseen, counts)


def test_three_hands_of_six_kings_and_six_aces_tie_as_often_as_they_do() -> None:
    table = table_of(Lance.GRANDE, RuleSet())
    unseen = table.counts(cards_of("Ro Rc Re Rb 3o 3c Ao Ac Ae Ab 2o 2c"))
    key_with = {n: table.index_of(cards_of(" ".join("R" * n + "A" * (4 - n)))) for n in range(5)}
    for key in (0, *key_with.values()):
        found = [0, 0, 0, 0]
        for one, two in product(range(5), repeat=2):
            kings = (one, two, 6 - one - two)
            best = max(kings)
            if not 0 <= kings[2] <= 4 or key_with[best] <= key:
                continue
            ways = comb(6, one) * comb(6, 4 - one) * comb(6 - one, two) * comb(2 + one, 4 - two)
            found[kings.count(best)] += ways
        assert ties_above(table, key, unseen) == (found[2], found[3]), key


@pytest.mark.parametrize(
    ("lance", "text"),
    [
        (Lance.PARES, "Ro Rc Re Rb 3o 3c 7o 7c 5o 5c 4o 4c"),
        (Lance.JUEGO, "Ro Rc Re Co Cc Ce So Sc Se Ao Ac Ae"),
    ],
)
def test_different_cards_tie_in_pares_and_juego(lance: Lance, text: str) -> None:
    table, cards = table_of(lance, RuleSet()), cards_of(text)
    key_of = {
        sum(1 << number for number in four): table.index_of([cards[number] for number in four])
        for four in combinations(range(12), 4)
    }
    dealt = Counter(
        (best := max(keys), keys.count(best))
        for one, two in product(key_of, repeat=2)
        if not one & two
        for keys in [(key_of[one], key_of[two], key_of[4095 ^ one ^ two])]
    )
    assert dealt.total() == 34_650
    assert {number for _, number in dealt} == {1, 2, 3}
    for key in {0, *key_of.values()}:
        above = [
            sum(ways for (best, held), ways in dealt.items() if best > key and held == number)
            for number in (2, 3)
        ]
        assert ties_above(table, key, table.counts(cards)) == tuple(above), key


@pytest.mark.parametrize("lance", LANCES)
def test_of_two_kinds_the_better_for_the_lance_stands_first(lance: Lance) -> None:
    first, last = ("A", "R") if lance is Lance.CHICA else ("R", "A")
    table = table_of(lance, RuleSet())
    assert table.kind_of[first, "o"] == 0
    assert table.kind_of[last, "o"] == len(table.pack) - 1


def test_E7_any_juego_is_above_any_punto_and_each_in_its_own_order() -> None:
    rng = random.Random(7)
    for _ in range(300):
        one, other = (
            holding_of([Card(*face) for face in rng.sample(FACES, 4)], RuleSet()) for _ in "ab"
        )
        keys = [key_in(Lance.JUEGO, each) for each in (one, other)]
        ranks = [(each.juego, each.punto) for each in (one, other)]
        assert (keys[0] > keys[1]) is (ranks[0] > ranks[1])
        assert (keys[0] == keys[1]) is (ranks[0] == ranks[1])


@pytest.mark.parametrize(
    ("text", "name", "lances"),
    [
        ("7 7 7 S", "royal by suits", [Lance.JUEGO]),
        ("7 7 7 S", "royal with oros", [Lance.JUEGO]),
        ("S 4 5 6", "eight kings", []),
        ("S 4 5 6", "jokers", []),
        ("7 4 5 6", "royal with oros", []),
        ("R 4 5 6", "royal by suits", []),
    ],
)
def test_cards_without_a_suit_are_counted_where_no_suit_matters(
    text: str, name: str, lances: list[Lance]
) -> None:
    for lance in LANCES:
        table = table_of(lance, RULESETS[name])
        if lance in lances:
            with pytest.raises(ValueError, match=f"must be known for {lance}"):
                table.counts(cards_of(text))
        else:
            assert table.key_of[table.counts(cards_of(text))] == table.index_of(cards_of(text))


# What is known without counting


def test_W5_thirty_one_de_mano_cannot_lose() -> None:
    odds = odds_of(cards_of("Ro Co So Ao"), place=0, ruleset=RuleSet())
    assert odds[Lance.JUEGO].alone == 1
    assert odds[Lance.JUEGO].cannot_lose
    said = statements_of(cards_of("Ro Co So Ao"), place=0, ruleset=RuleSet())
    assert [(s.lance, s.certainty, s.thirty_one) for s in said] == [
        (Lance.JUEGO, Certainty.CANNOT_LOSE, True)
    ]


def test_thirty_one_after_the_mano_can_lose_and_so_can_that_of_the_mano_to_a_juego_real() -> None:
    cards = cards_of("Ro Co So Ao")
    assert odds_of(cards, place=1, ruleset=RuleSet())[Lance.JUEGO].alone < 1
    royal = RULESETS["royal"]
    assert odds_of(cards, place=0, ruleset=royal)[Lance.JUEGO].alone < 1
    assert odds_of(cards_of("7o 7c 7e Ro"), place=3, ruleset=royal)[Lance.JUEGO].alone == 1


def test_four_kings_de_mano_cannot_lose_grande_or_pares() -> None:
    odds = odds_of(cards_of("Ro Rc 3o 3c"), place=0, ruleset=RuleSet())
    assert odds[Lance.GRANDE].alone == odds[Lance.PARES].alone == 1
    last = odds_of(cards_of("Ro Rc Re Rb"), place=3, ruleset=RuleSet(kings=4))
    assert last[Lance.GRANDE].alone == 1


def test_without_pares_a_holding_cannot_win_pares_alone_and_its_partner_may() -> None:
    pares = odds_of(cards_of("Ro Co So 7o"), place=2, ruleset=RuleSet())[Lance.PARES]
    assert pares.alone == 0
    assert 0 < pares.pair < Fraction(1, 2)
    assert 0 < pares.nobody < Fraction(1, 10)
    assert not pares.cannot_win


def test_the_earlier_seat_wins_more() -> None:
    cards = cards_of("Ro Co 7o 4o")
    for lance in (Lance.GRANDE, Lance.CHICA, Lance.JUEGO):
        chances = [odds_of(cards, place=p, ruleset=RuleSet())[lance].alone for p in range(4)]
        assert chances == sorted(chances, reverse=True)
        assert chances[0] > chances[3]


def test_the_worst_cannot_win_alone_and_almost_the_best_is_almost_sure() -> None:
    said = {
        s.lance: s.certainty
        for s in statements_of(cards_of("Ro Rc 3o 3c"), place=3, ruleset=RuleSet())
    }
    assert said[Lance.CHICA] is Certainty.CANNOT_WIN_ALONE
    assert said[Lance.GRANDE] is Certainty.ALMOST_SURE


def test_what_is_said_of_a_holding_says_where_it_sits_and_with_what_chance() -> None:
    cards = cards_of("Ro Rc 3o 3c")
    odds = odds_of(cards, place=3, ruleset=RuleSet())
    for said in statements_of(cards, place=3, ruleset=RuleSet()):
        assert (said.place, said.alone) == (3, odds[said.lance].alone)
        assert not said.thirty_one


def test_four_shown_hands_have_the_chances_of_their_pairs() -> None:
    shown = [cards_of(text) for text in EXAMPLE]
    a, b = odds_of_shown(shown, mano=1, ruleset=RuleSet())
    assert b == odds_of_pair(shown[1], shown[3], place=0, ruleset=RuleSet())
    assert a == odds_of_pair(shown[2], shown[0], place=1, ruleset=RuleSet())
    a, b = odds_of_shown(shown, mano=2, ruleset=RuleSet())
    assert a == odds_of_pair(shown[2], shown[0], place=0, ruleset=RuleSet())
    assert b == odds_of_pair(shown[3], shown[1], place=1, ruleset=RuleSet())


def test_the_partners_of_a_pair_with_31_de_mano_cannot_lose() -> None:
    odds = odds_of_pair(
        cards_of("4o 5o 6o 7o"), cards_of("Ro Co So Ao"), place=0, ruleset=RuleSet()
    )[Lance.JUEGO]
    assert odds.alone == 0
    assert odds.pair < 1
    first = odds_of_pair(
        cards_of("Ro Co So Ao"), cards_of("4o 5o 6o 7o"), place=0, ruleset=RuleSet()
    )[Lance.JUEGO]
    assert first.alone == first.pair == 1


@pytest.mark.parametrize(
    ("text", "place", "ruleset", "why"),
    [
        ("Ro Co So", 0, RuleSet(), "a holding is four cards"),
        ("Ro Co So Ao", 4, RuleSet(), "a place is 0 for the mano to 3 for the postre"),
        ("Ro Co So Ao", -1, RuleSet(), "a place is 0 for the mano to 3 for the postre"),
        ("Ro Co So Ao", 0, RuleSet(seats=6), "the odds are of four at a table"),
        ("Ro Ro So Ao", 0, RuleSet(), "a card cannot be in two places"),
        ("7 7 7 S", 0, RULESETS["royal by suits"], "the suit of 7 must be known for juego"),
    ],
)
def test_what_has_no_odds_is_refused(text: str, place: int, ruleset: RuleSet, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        odds_of(cards_of(text), place=place, ruleset=ruleset)


def test_all_cards_of_a_rank_may_be_seen() -> None:
    odds = odds_of_pair(
        cards_of("Ro Rc Re Rb"), cards_of("3o 3c 3e 3b"), place=0, ruleset=RuleSet(kings=4)
    )
    assert odds[Lance.GRANDE].alone == 1
    assert odds[Lance.PARES].pair == 1


def test_the_chances_that_nobody_can_change_are_named() -> None:
    chance = Fraction(1, 3)
    assert LanceOdds(chance, 1 - chance, chance).cannot_lose
    assert not LanceOdds(chance, chance, Fraction(0)).cannot_lose
    assert LanceOdds(Fraction(0), Fraction(0), Fraction(0)).cannot_win
    assert not LanceOdds(chance, Fraction(1), Fraction(0)).cannot_win


def test_odds_of_four_hands_ask_for_four() -> None:
    with pytest.raises(ValueError, match=r"^the odds are of four hands$"):
        odds_of_shown([cards_of(EXAMPLE[0])], mano=0, ruleset=RuleSet())


def test_unsuited_cards_have_the_same_odds_where_suits_do_not_matter() -> None:
    assert odds_of(cards_of("R C S A"), place=2, ruleset=RuleSet()) == odds_of(
        cards_of("Ro Cc Se Ab"), place=2, ruleset=RuleSet()
    )


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("place", range(4))
def test_what_is_sure_is_what_every_deal_leaves_to_the_holding(name: str, place: int) -> None:
    ruleset, dice = RULESETS[name], random.Random(place)
    strong = [[Card(rank, suit) for rank, suit in four] for four in STRONG]
    dealt = [dice.sample(pack_of(ruleset), 4) for _four in range(4)]
    for four in strong + dealt:
        odds = odds_of(four, place=place, ruleset=ruleset)
        counted = tuple(lance for lance in LANCES if odds[lance].alone == 1)
        assert sure_lances(four, place=place, ruleset=ruleset) == counted


def test_what_is_sure_has_the_errors_of_the_odds() -> None:
    four = cards_of("R C S A")
    with pytest.raises(ValueError, match="place"):
        sure_lances(four, place=4, ruleset=RuleSet())
    with pytest.raises(ValueError, match="four cards"):
        sure_lances(four[:3], place=0, ruleset=RuleSet())
