"""A hand in few taps, names that can be told apart, and nothing that can be mistaken."""

from collections.abc import Callable

import pytest

from scoring.outbox.rules import agreement_text
from tests.e2e.room import Tablet
from tests.services import expect
from tournament.tables.rules import is_signed

pytestmark = pytest.mark.browser
# All four hold pares and juego: every lance may be bet.
ALL_MAY = ("R R S 7", "C C S 7", "S S C 7", "3 3 R 7")
LANCES = ("grande", "chica", "pares", "juego")
SIMPLE = 24  # the table's screen, sixteen cards, on, four bets with answers, read back, saved
MOST = 25
NAMES = """
from tournament.models import Pair
for pair, town in zip(Pair.objects.order_by("pk"), ("Getaria", "Zarautz", "Lekeitio", "Ondarroa")):
    pair.player_1 = f"Maximiliano {town}-Arrankudiaga"
    pair.player_2 = f"Maximiliana {town}-Arrankudiaga"
    pair.save()
"""
# What a person sees of each name: cut off where its box ends.
CUT_OFF = """
(names) => [...document.querySelectorAll(names)].filter(
  (name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1,
).map((name) => name.innerText)
"""


def entered(tablet: Tablet, **special: Callable[[Tablet, str], None]) -> int:
    """The taps of a hand with an answered bet in every lance; `special` bets its own otherwise."""
    tablet.page.locator(".next").wait_for()
    tablet.taps = 0
    tablet.tap("Enter hand", exact=False)
    tablet.type_cards(ALL_MAY)
    for place, lance in enumerate(LANCES):
        answer = ("accepts", "refuses")[place % 2]
        special.get(lance, lambda t, of, a=answer: t.tap(f"A bets on {of}: B {a}"))(tablet, lance)
    tablet.save()
    tablet.page.locator(".next").wait_for()
    return tablet.taps


def test_a_hand_with_a_bet_answered_in_every_lance_takes_at_most_25_taps(tablet, room):
    taps = entered(tablet)
    assert taps == SIMPLE <= MOST
    tablet.until_confirmed()
    assert len(room.hands) == 1


def _by_number(tablet: Tablet, lance: str) -> None:
    tablet.tap(f"A bets on {lance}")
    tablet.tap("Stake 10")
    tablet.tap("B accepts")


def _raised(tablet: Tablet, lance: str) -> None:
    tablet.tap(f"B bets on {lance}")
    tablet.tap("+2")
    tablet.tap("B refuses")


def _held(tablet: Tablet, lance: str) -> None:
    """The key stays under the finger until the stake is 7, though the key itself goes."""
    key = tablet.page.get_by_role("button", name=f"A bets on {lance}", exact=True)
    _hold(tablet, key, until="bets 7")
    tablet.tap("B accepts")


def _raised_and_held(tablet: Tablet, lance: str) -> None:
    tablet.tap(f"A bets on {lance}")
    _hold(tablet, tablet.page.get_by_role("button", name="+2", exact=True), until="bets 9")
    tablet.tap("A accepts")


def _hold(tablet: Tablet, key: object, *, until: str) -> None:
    tablet.taps += 1
    key.scroll_into_view_if_needed()  # type: ignore[attr-defined]
    tablet.page.locator(".cover").wait_for(state="hidden")
    box = key.bounding_box()  # type: ignore[attr-defined]
    tablet.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tablet.page.mouse.down()
    tablet.page.get_by_text(until).first.wait_for()
    tablet.page.mouse.up()


@pytest.mark.long
@pytest.mark.parametrize("special", [_by_number, _raised, _held, _raised_and_held])
def test_any_other_stake_or_raise_takes_at_most_two_taps_more(tablet, room, special):
    assert entered(tablet, pares=special) <= MOST + 1
    tablet.until_confirmed()
    assert len(room.hands) == 1


@pytest.mark.long
def test_a_key_that_is_held_stops_when_the_finger_goes(tablet):
    tablet.tap("Enter hand 1")
    tablet.type_cards(ALL_MAY)
    key = tablet.page.get_by_role("button", name="A bets on grande", exact=True)
    _hold(tablet, key, until="bets 4")
    shown = tablet.page.locator(".bets--open .bets__told").inner_text()
    tablet.page.wait_for_timeout(500)  # longer than a held key takes to repeat
    assert tablet.page.locator(".bets--open .bets__told").inner_text() == shown


@pytest.mark.long
@pytest.mark.parametrize("large", [False, True], ids=["plain", "200 %"])
def test_players_can_be_told_apart_on_a_small_screen(another, room, large):
    room.run(NAMES.replace("Pair.objects", f"Pair.objects.filter(tournament={room.id})"))
    tablet = another(room).join()
    if large:
        style = "document.documentElement.style.fontSize = '34px'"
        tablet.page.evaluate(style)
    tablet.tap("Seat the pairs")
    tablet.page.locator(".round__seat b").nth(3).wait_for()
    names = tablet.page.locator(".round__seat b").all_inner_texts()
    assert len(set(names)) == 4
    assert tablet.page.evaluate(CUT_OFF, ".round__seat b") == []
    tablet.page.locator(".round__seat--0").click()
    tablet.tap("Begin the match")
    tablet.tap("Enter hand 1")
    for where in (".seat__name", ".said [aria-label], .said__key span"):
        if where != ".seat__name":
            tablet.type_cards(ALL_MAY)
        tablet.page.locator(where).nth(3).wait_for()
        texts = tablet.page.locator(where).all_inner_texts()
        shown = [text.replace("mano", "").strip() for text in texts][:4]
        assert len(set(shown)) == 4, shown
        assert tablet.page.evaluate(CUT_OFF, where) == []


@pytest.mark.long
def test_who_is_mano_is_a_step_of_its_own(tablet, room):
    """The boxes of names above the cards were taken for the players' cards."""
    tablet.tap("Enter hand 1")
    tablet.page.locator(".seat").nth(3).wait_for()
    expect(tablet.page.locator(".mano-choice")).to_have_count(0)
    expect(tablet.page.locator(".seat")).to_have_count(4)
    tablet.tap("Change who is mano")
    tablet.page.locator(".mano-choice .key").nth(2).wait_for()
    expect(tablet.page.locator(".seat")).to_have_count(0)
    tablet.page.locator(".mano-choice .key").nth(2).click()
    tablet.page.locator(".seat").nth(3).wait_for()
    expect(tablet.page.locator(".mano-choice")).to_have_count(0)
    expect(tablet.page.locator(".seat").first).to_contain_text("mano")
    tablet.type_cards(ALL_MAY)
    tablet.save()
    tablet.until_confirmed()
    [record] = room.records
    assert record["mano"] == 2


@pytest.mark.long
def test_a_beginning_is_taken_back_at_the_table_without_network_too(another, room):
    tablet = another(room).join()
    tablet.page.get_by_role("button", name="Seat the pairs").wait_for()
    tablet.ready_offline()
    tablet.context.set_offline(True)
    tablet.begin(mano=1)
    tablet.tap("Not this match, or not these seats")
    tablet.tap("Take the beginning back")
    tablet.begin(mano=3)
    assert len(tablet.held()) == 3
    tablet.comes_back()
    assert room.match()["first_mano"] == 3
    tablet.quick(5, 3)
    undo = tablet.page.get_by_role("button", name="Not this match, or not these seats")
    expect(undo).to_have_count(0)


IN_SIGHT = "(key) => key.getBoundingClientRect().bottom <= innerHeight"


@pytest.mark.long
def test_every_game_is_asked_for_until_both_agree(tablet, room):
    for _ in range(2):
        tablet.tap("Without cards: stones only")
        tablet.tap("Órdago: A wins")
        tablet.save()
        tablet.page.locator(".board").wait_for()
    panels = tablet.page.locator(".confirm")
    panels.nth(0).wait_for()
    assert tablet.page.locator(".next .key--go").evaluate(IN_SIGHT)
    tablet.page.locator(".later summary", has_text="1 game not agreed yet").click()
    panels.nth(1).wait_for()
    expect(panels).to_contain_text(["Game 2", "Game 1"])
    tablet.tap("A agrees", within=".confirm >> nth=1")
    tablet.tap("B agrees", within=".confirm >> nth=1")
    panels.nth(1).wait_for(state="detached")
    tablet.until_confirmed()
    agreements = room.agreements()
    assert [told["by"] for told in agreements] == [["A"], ["B"]]
    for told in agreements:
        said = {name: told[name] for name in ("game", "score", "by")}
        mark, match = told["signed"], told["match"]["id"]
        text = agreement_text(slug=room.slug, match=match, hands=mark["hands"], **said)
        assert is_signed(key=mark["key"], text=text, signature=mark["signature"])
