"""What cannot be is refused where it is made, naming the field and the remedy."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from mus import (
    PRESETS,
    Call,
    CallKind,
    Card,
    InvalidValue,
    Lance,
    RecordRefused,
    RefusedRaise,
    RuleSet,
    Side,
    holding_classes,
    holding_of,
    holding_of_strengths,
    parse,
)
from mus.bots import STEADY, Slips, play_through
from mus.course import EnteredHand, Ruled
from mus.notation import MatchText
from mus.play import (
    ORDAGO,
    PACK,
    PASO,
    PLAYERS,
    QUIERO,
    Action,
    HandState,
    Phase,
    Verb,
    Word,
    WordKind,
    act,
    begin,
    claim_falsely,
    cut,
    cut_mus,
    deal_again,
    declare,
    discard,
    draw_places,
    envido,
    hand_record,
    mas,
    put_right,
    refuse_to_show,
    say_mus,
    show,
    speak,
    speak_together,
)
from mus.signals import SIGNALS, verify_signal
from mus.tests.hands import at, at_grande, cards_of, dealt, refused

NOT_WHOLE: list[object] = [2.5, 2.0, "2", True, [2]]
Making = Callable[[], object]


@pytest.mark.parametrize(
    ("field", "made"),
    [
        ("kings", lambda: RuleSet(kings=6)),
        ("kings", lambda: RuleSet(kings=True)),
        ("target", lambda: RuleSet(target=-1)),
        ("target", lambda: RuleSet(target=101)),
        ("target", lambda: RuleSet(target=40.5)),  # type: ignore[arg-type]
        ("target", lambda: RuleSet(target="40")),  # type: ignore[arg-type]
        ("jokers", lambda: RuleSet(jokers=1)),  # type: ignore[arg-type]
        ("deal_again_4567", lambda: RuleSet(deal_again_4567=0)),  # type: ignore[arg-type]
        ("seats", lambda: RuleSet(seats=7)),
        ("seats", lambda: RuleSet(seats=1)),
        ("refused_raise", lambda: RuleSet(refused_raise="two")),  # type: ignore[arg-type]
        ("juego_real", lambda: RuleSet(juego_real=None)),  # type: ignore[arg-type]
        ("mus_visto", lambda: RuleSet(mus_visto=[])),  # type: ignore[arg-type]
        ("first_hand", lambda: RuleSet(first_hand=4)),  # type: ignore[arg-type]
        ("preset", lambda: RuleSet("nowhere")),
        ("kings", lambda: replace(PRESETS["nabo"], kings=5)),
        ("rank", lambda: Card("Z")),
        ("rank", lambda: Card("12")),
        ("rank", lambda: Card(7)),  # type: ignore[arg-type]
        ("suit", lambda: Card("R", "x")),
        ("stands_for", lambda: Card("R", "o", "A")),
        ("stands_for", lambda: Card("S", "e", "A")),
        ("stands_for", lambda: Card("S", "o", "C")),
        ("by", lambda: Call("C", CallKind.ORDAGO)),  # type: ignore[arg-type]
        ("kind", lambda: Call(Side.A, "raise")),  # type: ignore[arg-type]
        ("stake", lambda: Call(Side.A, CallKind.ENVIDO, -2)),
        ("stake", lambda: Call(Side.A, CallKind.QUIERO, 2)),
        ("kind", lambda: Word("pass")),  # type: ignore[arg-type]
        ("stones", lambda: Word(WordKind.PASO, 2)),
        ("stones", lambda: Word(WordKind.REENVIDO, 8)),
        ("stones", lambda: envido(2**53)),
        ("for_pair", lambda: Word(WordKind.QUIERO, for_pair=True)),
        ("for_pair", lambda: Word(WordKind.PASO, for_pair=1)),  # type: ignore[arg-type]
        ("cards", lambda: holding_of(cards_of("Ro Rc Re"), RuleSet())),
        ("cards", lambda: holding_of_strengths((1, 2, 3, 11))),
        ("cards", lambda: holding_of_strengths((1, 2, 3, 4, 5))),
        ("kings", lambda: holding_classes(6)),
        ("kings", lambda: draw_places(dict(zip(PLAYERS, PACK, strict=False)), kings=6)),
        ("bold", lambda: replace(STEADY, bold=1.5)),
        ("bluff", lambda: replace(STEADY, bluff=True)),
        ("false_claim", lambda: Slips(false_claim=-0.1)),
        ("together", lambda: Slips(together="often")),  # type: ignore[arg-type]
        ("stones", lambda: Ruled((1, -1))),
        ("stones", lambda: Ruled((1.5, 0))),  # type: ignore[arg-type]
        ("stones", lambda: Ruled((2**53, 0))),
        ("game_winner", lambda: Ruled(game_winner="C")),  # type: ignore[arg-type]
        ("mano", lambda: EnteredHand("1.1", {}, mano=6)),
        ("best_of", lambda: MatchText({}, RuleSet(), 100)),
        ("best_of", lambda: MatchText({}, RuleSet(), 0)),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_its_field(field: str, made: Making) -> None:
    with pytest.raises(InvalidValue) as refusal:
        made()
    assert refusal.value.field == field
    assert str(refusal.value).startswith(f"{field}: ")
    assert str(refusal.value).endswith(refusal.value.remedy)
    assert refusal.value.remedy.endswith(".")


@pytest.mark.parametrize("given", NOT_WHOLE)
@pytest.mark.parametrize(
    "make",
    [envido, mas, lambda stones: Call(Side.A, CallKind.ENVIDO, stones)],
    ids=["envido", "mas", "Call"],
)
def test_a_stake_is_a_whole_number(make: Callable[[object], object], given: object) -> None:
    with pytest.raises(InvalidValue, match=r"^stak|^stones"):
        make(given)


def test_a_long_value_is_cut_short_in_the_message() -> None:
    with pytest.raises(InvalidValue) as refusal:
        Card("R" * 5000)
    assert len(str(refusal.value)) < 200
    assert "…" in str(refusal.value)


def test_a_setting_and_a_call_may_be_written_plainly_and_are_then_the_thing_itself() -> None:
    assert RuleSet(refused_raise="one").refused_raise is RefusedRaise.ONE  # type: ignore[arg-type]
    call = Call("A", "envido", 4)  # type: ignore[arg-type]
    assert call.by is Side.A
    assert call.kind is CallKind.ENVIDO
    assert Word("paso").kind is WordKind.PASO  # type: ignore[arg-type]


def test_a_number_takes_no_neighbour_of_its_range() -> None:
    for least, most, name in ((5, 100, "target"), (2, 6, "seats")):
        for beside in (least - 1, most + 1):
            with pytest.raises(InvalidValue, match=name):
                RuleSet(**{name: beside})  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_record_is_of_two_pairs_or_two_teams_of_three(players: int) -> None:
    four = ["R C 7 A", "S 6 5 4", "C S 7 5", "R 6 4 A", "C 7 6 A"][:players]
    record = {"ruleset": RuleSet(seats=players), "mano": 0, "cards": four}
    with pytest.raises(RecordRefused, match=r"bad_ruleset at ruleset\.seats"):
        parse(record)
    state = dealt(ruleset=RuleSet(seats=players))._replace(phase=Phase.FINISHED)
    with refused("not_in_pairs"):
        hand_record(state)


# At the table


@pytest.mark.parametrize("verb", ["shwo", None, "replay"])
def test_what_is_no_verb_is_refused_and_accuses_nobody(verb: object) -> None:
    with pytest.raises(InvalidValue, match="verb"):
        act(to_show(), Action(verb, 0))  # type: ignore[arg-type]
    state, _ = act(to_show(), Action(Verb.CLAIM_FALSELY, 0))
    assert state.false_claims == {0}


def to_declare() -> HandState:
    return at(Lance.PARES)


def to_discard() -> HandState:
    state = dealt()
    for seat in state.order():
        state, _ = say_mus(state, seat)
    return state


def to_show() -> HandState:
    hands = ("So Sc 4o 5o", "6o 6c 5c 4e", "4c 5e 6e 7e", "4b 5b 6b 7b")
    state, _ = speak(at_grande(hands, ruleset=RuleSet(jokers=True)), 0, ORDAGO)
    state, _ = speak(state, 1, QUIERO)
    return state


@pytest.mark.parametrize("seat", ["0", 0.0, False, [], (0,), -1, 4])
@pytest.mark.parametrize(
    "act",
    [
        lambda seat: begin(ruleset=RuleSet(), mano=seat, deck=PACK),
        lambda seat: deal_again(dealt(), seat),
        lambda seat: say_mus(dealt(), seat),
        lambda seat: cut_mus(dealt(), seat),
        lambda seat: discard(to_discard(), seat, ()),
        lambda seat: declare(to_declare(), seat, True),
        lambda seat: put_right(to_declare(), seat),
        lambda seat: speak(at_grande(), seat, envido(2)),
        lambda seat: show(to_show(), seat, ("R", "R")),
        lambda seat: refuse_to_show(to_show(), seat),
        lambda seat: claim_falsely(to_show(), seat),
        lambda seat: verify_signal(dealt(), seat, SIGNALS["brisbane-2024"][0]),
    ],
    ids=[
        "begin", "deal again", "mus", "no mus", "discard", "declare", "put right", "speak",
        "show", "refuse to show", "claim", "signal",
    ],
)  # fmt: skip
def test_what_is_no_seat_is_refused_as_one(act: Callable[[object], object], seat: object) -> None:
    with refused("bad_seat"):
        act(seat)


@pytest.mark.parametrize("seat", ["2", True, (2,), -2, 4])
def test_what_is_no_seat_speaks_with_nobody(seat: object) -> None:
    with refused("bad_seat"):
        speak_together(at_grande(), {0: PASO, seat: PASO})  # type: ignore[dict-item]


@pytest.mark.parametrize("said", [1, "yes", []])
@pytest.mark.parametrize(
    "act",
    [
        lambda said: declare(to_declare(), 0, said),
        lambda said: say_mus(dealt(), 0, for_pair=said),
        lambda said: begin(ruleset=RuleSet(), mano=0, deck=PACK, first_of_game=said),
    ],
    ids=["declare", "mus for the pair", "first of the game"],
)
def test_yes_and_no_are_true_and_false(act: Callable[[object], object], said: object) -> None:
    with refused("bad_answer"):
        act(said)


@pytest.mark.parametrize("word", ["paso", 2, ("paso", 2, False)])
def test_what_is_no_word_is_not_said(word: object) -> None:
    with refused("bad_word"):
        speak(at_grande(), 0, word)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "score", [(0, 40), (0, 2.5), (0, True), ("0", 0), (0,), (0, 0, 0), [0, 0], None]
)
def test_a_score_is_two_whole_numbers_under_the_target(score: object) -> None:
    with refused("bad_score"):
        begin(ruleset=RuleSet(), mano=0, score=score, deck=PACK)  # type: ignore[arg-type]


@pytest.mark.parametrize("deck", [None, 40, PACK[1:], ["Ro"] * 40, [*PACK[1:], []], "R" * 40])
def test_a_deck_is_the_forty_cards(deck: object) -> None:
    with refused("bad_deck"):
        begin(ruleset=RuleSet(), mano=0, deck=deck)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", ["nabo", {"kings": 4}])
def test_a_hand_is_dealt_under_a_rule_set(ruleset: object) -> None:
    with refused("bad_ruleset"):
        begin(ruleset=ruleset, mano=0, deck=PACK)  # type: ignore[arg-type]


@pytest.mark.parametrize("at_card", ["3", 5.0, [], True])
def test_a_deck_is_cut_at_a_whole_number(at_card: object) -> None:
    with refused("bad_cut"):
        cut(PACK, at_card)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "code"), [(None, "bad_discard"), (3, "bad_discard"), ("7o", "bad_discard"),
                        (["7o"], "not_held"), ([[]], "not_held")],
)  # fmt: skip
def test_what_is_no_card_is_not_discarded(cards: object, code: str) -> None:
    with refused(code):
        discard(to_discard(), 0, cards)  # type: ignore[arg-type]


@pytest.mark.parametrize("jokers", [None, 2, ("R",), ("R", "C"), ("R", []), "RAR"])
def test_a_joker_stands_for_a_king_or_an_ace(jokers: object) -> None:
    with refused("bad_jokers"):
        show(to_show(), 0, jokers)  # type: ignore[arg-type]


@pytest.mark.parametrize("claim", [(1,), (1.5, 0), (-1, 0), [1, 0], (True, 0)])
def test_a_claim_is_two_whole_numbers(claim: object) -> None:
    state, _ = play_through(ruleset=RuleSet(), mano=0, score=(0, 0), rng=random.Random(1))
    assert hand_record(state, claim=(3, 1))["claim"] == [3, 1]
    with pytest.raises(InvalidValue, match="claim"):
        hand_record(state, claim=claim)  # type: ignore[arg-type]
