"""A hand reads as the table lived it: who spoke, what, in which order, and what was taken then."""

from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from mus import settle_json
from scoring.explain.queries.lines import Seat
from scoring.explain.queries.telling import TOLD, Moment, Reasons, betting_of
from scoring.wording.cards import named_cards
from tests.scoring import table

PLAYERS = ("Ane", "Jon", "Ibai", "Mikel")
PAIRS = ("Getaria", "Orio")


def envido(by: str, stake: int | None = None) -> dict[str, Any]:
    return {"by": by, "call": "envido", **({} if stake is None else {"stake": stake})}


def say(by: str, call: str) -> dict[str, Any]:
    return {"by": by, "call": call}


def moments(first_of_game: bool = False, **changes: Any) -> tuple[Moment, ...]:
    record = {"mano": 0, "score": [10, 20], **table.plain(**changes)}
    settlement = settle_json(record)
    assert settlement["ok"], settlement
    return betting_of(
        record=record,
        settlement=settlement,
        players=PLAYERS,
        pairs=PAIRS,
        first_of_game=first_of_game,
    )


def told(*of: str, **changes: Any) -> list[str]:
    with override("en"):
        return [str(one.text) for one in moments(**changes) if not of or one.lance in of]


def test_a_hand_in_which_nobody_bets_is_told_lance_by_lance():
    assert told() == [
        "Ane is mano.",
        "Everybody passes.",
        "Everybody passes.",
        "Ane yes, Jon yes, Ibai no, Mikel no.",
        "Everybody passes.",
        "Ane no, Jon yes, Ibai yes, Mikel no.",
        "Everybody passes.",
    ]


def test_H4_in_the_first_hand_of_a_game_the_mano_has_cut_mus():
    assert told("", first_of_game=True) == ["Ane cuts mus, and is mano."]
    plain = {"preset": "pagat"}
    assert told("", first_of_game=True, ruleset=plain) == ["Ane is mano."]


def test_E7_declarations_are_told_from_the_mano_on():
    assert told("pares", mano=3)[0] == "Mikel no, Ane yes, Jon yes, Ibai no."


def test_E1_E5_a_raise_says_its_total_and_a_refusal_takes_the_deje_at_once():
    bets = {"grande": [envido("A"), envido("B", 6), say("A", "no_quiero")]}
    assert told("grande", bets=bets) == [
        "Getaria bets 2.",
        "Orio raises to 6.",
        "Getaria refuses.",
    ]
    last = [one for one in moments(bets=bets) if one.lance == "grande"][-1]
    assert (last.taken, last.score) == ((0, 2), (10, 22))


def test_E1_an_unsaid_raise_is_two_more():
    bets = {"chica": [envido("B"), envido("A"), say("B", "quiero")]}
    assert told("chica", bets=bets) == [
        "Orio bets 2.",
        "Getaria raises to 4.",
        "Orio accepts it: 4 at stake.",
    ]


def test_S6_after_an_ordago_that_is_seen_nothing_more_is_said():
    said = moments(bets={"grande": [say("A", "ordago"), say("B", "quiero")]})
    assert [one.kind for one in said] == ["mano", "ordago", "sees_ordago"]


def test_S1_nothing_is_told_after_a_deje_that_wins_the_game():
    bets = {"grande": [envido("A"), say("B", "no_quiero")]}
    said = moments(score=[39, 20], bets=bets)
    assert [one.kind for one in said] == ["mano", "bets", "refuses"]
    assert said[-1].score == (40, 20)


def test_E7_one_pair_alone_does_not_bet_and_without_juego_there_is_punto():
    changes = {
        "cards": ["A A 4 5", "R C S 7", "R C 7 6", "S 6 5 4"],
        "declared": {
            "pares": [True, False, False, False], "juego": [False, True, True, False]
        },
    }  # fmt: skip
    assert told("pares", **changes)[1:] == ["Only Getaria has it: no bets."]
    nobody = {
        "cards": ["A A 4 5", "C S 4 5", "A 6 7 4", "S 6 5 4"],
        "declared": {"pares": [True, False, False, False], "juego": [False] * 4},
        "bets": {"juego": [envido("A", 3), say("B", "no_quiero")]},
    }
    with override("en"):
        said = [one for one in moments(**nobody) if one.lance == "juego"]
        assert {str(one.lance_name) for one in said} == {"Punto"}
        assert [str(one.text) for one in said[1:]] == [
            "Nobody has juego: the punto is played.",
            "Getaria bets 3.",
            "Orio refuses.",
        ]


def test_P1_a_deje_that_a_false_word_undid_is_told_and_not_taken():
    declared = {"pares": [True, True, True, False], "juego": [False, True, True, False]}
    cards = ["7 6 4 5", "R R R 7", "C S 7 4", "S 6 5 4"]
    bets = {"pares": [envido("A"), say("B", "no_quiero")]}
    said = [one for one in moments(cards=cards, declared=declared, bets=bets) if one.lance]
    refusal = next(one for one in said if one.kind == "refuses")
    assert refusal.taken == (0, 0)
    assert refusal.score == (10, 20)


def test_a_hand_without_cards_is_told_in_one_sentence():
    record = {"mano": 1, "score": [0, 0], "quick": {"stones": [3, 2]}}
    said = betting_of(record=record, settlement={"ok": True}, players=PLAYERS, pairs=PAIRS)
    assert [one.kind for one in said] == ["without_cards"]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_kind_of_moment_is_a_sentence_in_every_language(language):
    named = dict.fromkeys(
        ("player", "pair", "stones", "a", "b", "right_a", "right_b", "reason"), "Zarautz"
    )
    with override(language):
        for kind, text in TOLD.items():
            assert str(text) % named, kind


def reasons_of(record: dict[str, Any]) -> list[str]:
    settlement = settle_json({"mano": 0, "score": [10, 20], **record})
    seats = [
        Seat(number, "AB"[number % 2], PLAYERS[number], " ".join(cards), number == 0)
        for number, cards in enumerate(record["cards"])
    ]
    reasons = Reasons({"mano": 0, "score": [10, 20], **record}, settlement, seats)
    return [str(reasons.of(entry)) for entry in settlement["ledger"]]


def test_W1_a_reason_names_the_cards_with_nouns_in_the_readers_language():
    record = table.plain()
    record["cards"] = [
        cards.split() if isinstance(cards, str) else cards for cards in record["cards"]
    ]
    with override("es"):
        text = " ".join(reasons_of(record))
    assert "rey" in text
    letters = {card for four in record["cards"] for card in four}
    assert not [
        word for word in text.replace("(", " ").replace(",", " ").split() if word in letters
    ]


def test_every_rank_has_a_noun_and_a_joker_says_what_it_stands_for():
    with override("es"):
        assert str(named_cards("R 3o Cc 4e")) == "rey, tres, caballo, cuatro"
        assert str(named_cards("12 1b S=R 7 6 5 2")) == (
            "rey, as, sota como rey, siete, seis, cinco, dos"
        )
