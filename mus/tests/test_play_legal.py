"""What is listed as legal is what the verbs accept: no more, no less, wherever a hand may stand."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from mus import Lance, RuleSet, parse, play, settle
from mus.bots import Slips, play_through
from mus.play import (
    ENVIDO,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    REENVIDO,
    Action,
    HandState,
    IllegalAction,
    Phase,
    Verb,
    Word,
    WordKind,
    act,
    again,
    begin,
    can_speak,
    can_speak_together,
    envido,
    hand_record,
    legal_actions,
    legal_discards,
    legal_words,
    mas,
    shuffled,
    speak,
)
from mus.tests.hands import at, at_grande, dealt, refused
from mus.tests.test_bots import VARIANTS

MOST = 9
BINDING = (Word(WordKind.PASO, for_pair=True), Word(WordKind.NO_QUIERO, for_pair=True))
WORDS = (
    PASO, ENVIDO, Word(WordKind.MAS), REENVIDO, ORDAGO, QUIERO, NO_QUIERO, *BINDING,
    *map(envido, range(60)), *map(mas, range(60)),
)  # fmt: skip
OFTEN = Slips(false_word=0.5, false_claim=0.3, wrong_claim=0.0, exposed=0.4, together=0.5)


def conceivable(state: HandState) -> Iterator[Action]:
    """Whatever anybody could try, legal or not; cards in the order held."""
    for seat in range(state.seats):
        yield Action(Verb.EXPOSE, seat)
        for yes in (True, False):
            yield Action(Verb.SAY_MUS, seat, yes=yes)
            yield Action(Verb.DECLARE, seat, yes=yes)
        for verb in (Verb.CUT_MUS, Verb.DEAL_AGAIN, Verb.PUT_RIGHT, Verb.REFUSE_TO_SHOW):
            yield Action(verb, seat)
        yield Action(Verb.CLAIM_FALSELY, seat)
        for count in range(5):
            for cards in combinations(state.cards[seat], count):
                yield Action(Verb.DISCARD, seat, cards=cards)
        for count in range(3):
            for jokers in product("RA", repeat=count):
                yield Action(Verb.SHOW, seat, jokers=jokers)
        for word in WORDS:
            yield Action(Verb.SPEAK, seat, word=word)


def may(state: HandState, action: Action) -> bool:
    """Whether the verb's own question lets the action pass, and its bet is in what is listed."""
    seat, word, can = action.seat, action.word, getattr(play, f"can_{action.verb}")
    match action.verb:
        case Verb.EXPOSE:
            return can(state) and seat == state.dealer
        case Verb.DISCARD:
            return can(state, seat, action.cards)
        case Verb.SHOW:
            return can(state, seat, action.jokers)
        case Verb.SPEAK:
            assert word is not None
            return can(state, seat, word) and is_listed(state, word)
        case _:
            return can(state, seat)


def is_listed(state: HandState, word: Word, most: int = MOST) -> bool:
    """A bet that names its stones is listed up to `most`."""
    assert state.round is not None
    return word.stones is None or word.total(state.round.standing) <= most


def check(state: HandState) -> None:
    listed = legal_actions(state, most=MOST)
    flat = [action for actions in listed.values() for action in actions]
    assert len(set(flat)) == len(flat)
    assert all(action.seat == seat for seat, actions in listed.items() for action in actions)
    assert all(listed.values())
    assert set(flat) == {action for action in conceivable(state) if may(state, action)}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", VARIANTS)
def test_wherever_bots_come_what_is_listed_is_what_may_be_done(name: str) -> None:
    rng = random.Random(name)
    phases = set()
    for number in range(8):
        _, happened = play_through(
            ruleset=VARIANTS[name],
            mano=number % VARIANTS[name].seats,
            score=(0, 0),
            rng=rng,
            first_of_game=number % 3 == 0,
            slips=OFTEN,
        )
        state = None
        for happening in happened:
            state = again(state, happening)
            phases.add(state.phase)
            check(state)
    assert phases >= {Phase.MUS, Phase.BET, Phase.DECLARE, Phase.SHOWDOWN, Phase.FINISHED}


@pytest.mark.parametrize("name", VARIANTS)
def test_any_choice_among_what_is_listed_comes_to_a_hand_that_settles(name: str) -> None:
    rng = random.Random(name)
    seen = set()
    for number in range(30):
        ruleset = VARIANTS[name]
        state, _ = begin(
            ruleset=ruleset, mano=number % ruleset.seats, deck=shuffled(rng),
            score=(rng.randrange(ruleset.target), rng.randrange(ruleset.target)),
            first_of_game=rng.random() < 0.3,
        )  # fmt: skip
        while state.phase is not Phase.FINISHED:
            by_seat = legal_actions(state, most=12)
            action = rng.choice(by_seat[rng.choice(list(by_seat))])
            seen.add(action.verb)
            state, _ = act(state, action, rng=rng)
        settle(parse(hand_record(state)))
    often = set(Verb) - {Verb.EXPOSE, Verb.DEAL_AGAIN}
    assert seen >= often


def rounds_of(state: HandState) -> Iterator[HandState]:
    """Every way in which the lance may stand, whatever is said in it up to 5 stones."""
    waiting, seen = [state], set()
    while waiting:
        state = waiting.pop()
        assert state.round is not None
        standing = state.round._replace(calls=())
        if standing in seen:
            continue
        seen.add(standing)
        yield state
        for actions in legal_actions(state, most=4).values():
            for action in actions:
                if action.verb is Verb.SPEAK:
                    after, _ = act(state, action)
                    bet = after.round if after.lance is state.lance else None
                    if bet is not None and bet.standing <= 5:
                        waiting.append(after)


def betting_on(lance: Lance, ruleset: RuleSet) -> HandState:
    """Everybody may bet on the lance: all have said yes to pares."""
    hands = [f"{rank}o {rank}c {rank}e {other}b" for rank, other in ("R7", "C6", "S5", "4A")]
    more = ["3o 2o 7c 6c", "3c 2c 7e 6e"] if ruleset.seats == 6 else []
    state = at(lance, [*hands, *more], ruleset=ruleset)
    while state.phase is Phase.DECLARE:
        assert state.turn is not None
        state, _ = act(state, Action(Verb.DECLARE, state.turn, yes=True))
    return state


@pytest.mark.parametrize("lance", [Lance.GRANDE, Lance.PARES])
@pytest.mark.parametrize(("seats", "ways"), [(4, 60), (6, 300)])
def test_in_every_way_a_lance_can_stand(lance: Lance, seats: int, ways: int) -> None:
    stood = 0
    for state in rounds_of(betting_on(lance, RuleSet(seats=seats))):
        stood += 1
        if stood % seats == 1:
            check(state)
        words = legal_words(state, most=MOST)
        assert next(iter(words)) == state.turn
        for first, second in permutations(range(seats), 2):
            for pair in ({first: PASO, second: ORDAGO}, {first: envido(5), second: QUIERO}):
                listed = (
                    state.turn in pair
                    and set(pair) <= set(words)
                    and all(word in words[seat] for seat, word in pair.items())
                )
                assert can_speak_together(state, pair) == listed
    assert stood > ways


def test_a_bet_above_what_is_listed_is_legal_and_by_default_the_target_is_the_end() -> None:
    state = at_grande()
    listed = legal_actions(state)[0]
    assert Action(Verb.SPEAK, 0, word=envido(40)) in listed
    assert Action(Verb.SPEAK, 0, word=envido(41)) not in listed
    assert can_speak(state, 0, envido(41))
    state, _ = speak(state, 0, envido(39))
    raises = [a.word for a in legal_actions(state)[1] if a.word and a.word.is_bet]
    assert raises == [ENVIDO, Word(WordKind.MAS), REENVIDO, ORDAGO]


def test_a_total_that_no_record_can_hold_is_not_said() -> None:
    """Twice the stake again and again: sooner or later no JSON could tell it."""
    state, _ = speak(at_grande(), 0, envido(2**53 - 2))
    assert [a.word for a in legal_actions(state)[1] if a.word and a.word.is_bet] == [ORDAGO]
    for word in (ENVIDO, Word(WordKind.MAS), mas(2), REENVIDO):
        with refused("bet_too_large"):
            speak(state, 1, word)
    state, _ = speak(at_grande(), 0, envido(2**53 - 3))
    assert speak(state, 1, ENVIDO)[0].round


def test_discards_and_words_are_there_only_when_it_is_their_time() -> None:
    state = dealt()
    assert legal_words(state) == {}
    assert legal_discards(state) == ()
    assert legal_words(at_grande()).keys() == {0, 2}
    for _ in range(4):
        assert state.turn is not None
        state, _ = act(state, Action(Verb.SAY_MUS, state.turn))
    assert len(legal_discards(state)) == 15
    exposed, _ = act(dealt(), Action(Verb.EXPOSE, 3))
    assert len(legal_discards(exposed)) == 16


def test_an_act_is_refused_as_its_verb_refuses_it() -> None:
    with refused("out_of_turn"):
        act(dealt(), Action(Verb.CUT_MUS, 2))
    with pytest.raises(IllegalAction, match="Nothing is no word"):
        act(at_grande(), Action(Verb.SPEAK, 0))
