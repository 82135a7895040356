"""What the tablet's screens say at 360 × 740, where a thumb can hide half of it.

The screens come from their sources, without a server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS, expect, patient, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser
HELPERS = """
const CARDS = "RRS7CCS7SSC733R7"; // all four hold pares and juego
const begun = (items) => ({
  items: [...app.now.items.filter(({ key }) => key === "k0"), ...items],
});
const saved = (key, game, hand, record) =>
  item({ kind: "hand.record", key, match: 1, game, hand, record });
Object.assign(window, {
  lances: (d, m, cards = CARDS) => d.move([...cards].reduce(d.addCard, d.newDraft(m)), "lances"),
  wrong: (d, m, draft, lance, ...seats) =>
    seats.reduce((each, seat) => d.toggleSaid(each, lance, seat, m.ruleset), draft),
  stones: (key, game, hand, a, b) => saved(key, game, hand, { quick: { stones: [a, b] } }),
  saved,
  table(items, more = {}, where = "") {
    app.forgetLater();
    put({ where, hands: 0, more: { reached: true, portal: false, offline: "ready", ...more } });
    app.set(begun(items));
  },
  answered(open_rulings) {
    const { match } = app.local;
    const history = match.history.map(({ waits, ...hand }) => hand);
    const sent = { ...match, history, open_rulings };
    app.set({ items: [], table: { ...app.now.table, next: [], match: sent } });
  },
  enter(draw, items = []) {
    app.forgetLater();
    put({ where: "hand", hands: 0 });
    app.set(begun(items));
    app.set({ draft: draw(drafts, app.local.match) });
  },
});
"""
# Seat by seat from the mano: Getaria, Hondarribia, Zarautz, Lekeitio; A is Getaria and Zarautz.
ZARAUTZ_HAS_JUEGO = "RR54CC54SSC64567"
NOBODY_HAS_JUEGO = "RR54CC54SS544567"
THE_SECOND_HAS_JUEGO = "RR54CCC7SS544567"
EQUAL_IN_JUEGO = "RRS7CC54SSC433R7"


@pytest.fixture(scope="module")
def page(chromium: Browser, screens: str) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    page.goto(screens)
    page.wait_for_function("Boolean(window.put)")
    page.add_script_tag(content=HELPERS)
    yield page
    page.close()


def reads(place: Locator, said: str) -> None:
    """Waits until this is what is read there, in one line."""
    expect(place).to_have_text(said, use_inner_text=True)


def text(place: Locator) -> str:
    """What is read there, in one line."""
    place.wait_for()
    return " ".join(place.inner_text().split())


def tap(page: Page, name: str, within: str = "main") -> None:
    """As a keyboard presses a key, which no cover of a new screen holds up."""
    page.locator(within).get_by_role("button", name=name, exact=True).dispatch_event("click")


def hand(page: Page, draw: str, *items: str) -> None:
    """A hand being entered: `draw` makes its draft from the moves `d` and the match `m`."""
    page.evaluate(f"enter((d, m) => {draw}, [{', '.join(items)}])")


def read(page: Page, draw: str, *items: str) -> list[str]:
    """The hand as it is read back: its notes, then its lances."""
    hand(page, f"d.move({draw}, 'review', m)", *items)
    page.locator(".read li").nth(3).wait_for()
    return [text(each) for each in page.locator(".review .note, .read li").all()]


def test_a_bet_is_drawn_as_it_is_spoken_and_the_answer_is_the_other_pairs(page):
    hand(page, "lances(d, m)")
    first = page.locator(".bets__side").first
    reads(first, "A 2 bets Accept Refuse")
    sides = first.locator(".key").evaluate_all("keys => keys.map((key) => key.dataset.side)")
    assert sides == ["A", "B", "B"]
    edge = "(key) => getComputedStyle(key).borderInlineStartColor"
    ground = "(tag) => getComputedStyle(tag).backgroundColor"
    answer, answerer = first.locator(".key--no"), page.locator(".bets__side").nth(1).locator(".tag")
    assert answer.evaluate(edge) == answerer.evaluate(ground)
    tap(page, "A bets on grande: B refuses")
    reads(page.locator(".bets--closed"), "A bets 2 · B refuses Change")
    reads(page.locator(".lance__paid").first, "A +1")


def test_a_lance_after_the_end_of_the_game_is_not_said_to_be_passed(page):
    seen = '[{ by: "B", call: "ordago" }, { by: "A", call: "quiero" }]'
    hand(page, f'd.withCalls(lances(d, m), "chica", {seen})')
    page.locator(".lance", has_text="Not played").nth(1).wait_for()
    expect(page.locator(".bets--none")).to_have_count(1)  # grande, which was played before it
    *lines, _ends = read(page, f'd.withCalls(lances(d, m), "chica", {seen})')
    assert lines[0].startswith("Grande passed")
    assert lines[1].startswith("Chica B órdago · A accepts A +40 Best cards: Zarautz (S S C 7).")
    assert lines[2:] == ["Pares Not played", "Juego Not played"]


def test_a_false_word_has_one_note_and_what_is_paid_its_own_name(page):
    both = read(page, 'wrong(d, m, lances(d, m), "juego", 0, 1)')
    assert "".join(both).count("JX") == 1
    for name in ("Getaria", "Hondarribia"):
        assert "".join(both).count(f"{name} said no to juego and had it.") == 1
    hand(page, 'wrong(d, m, lances(d, m), "juego", 0, 1)')
    foot = page.locator(".foot__note")
    reads(foot, "JX Getaria, Hondarribia")
    assert foot.evaluate(
        "(note) => note.offsetHeight < 2 * parseFloat(getComputedStyle(note).lineHeight)"
    )

    def told(cards: str, seat: int, *items: str) -> str:
        draft = f'wrong(d, m, lances(d, m, "{cards}"), "juego", {seat})'
        return " | ".join(read(page, draft, *items))

    denied = told(ZARAUTZ_HAS_JUEGO, 2)
    assert denied.count("J5 Zarautz said no to juego and had it.") == 1
    assert denied.endswith(
        "Punto passed A +2 for the juego · Only this pair has juego. Zarautz: juego of 36"
    )
    claimed = told(NOBODY_HAS_JUEGO, 0)
    assert claimed.count("J1 Getaria said yes to juego without having it.") == 1
    assert claimed.endswith("Juego Only pair A: no bets B +1 J1 B +1 for the punto · J1")
    # Where the game is over before the juego, nothing of it is promised. Hondarribia is mano.
    over = told(THE_SECOND_HAS_JUEGO, 1, "stones('k1', 1, 1, 39, 39)")
    assert "J3 Hondarribia said yes to juego without having it. The game was over by then" in over


def test_both_pairs_may_agree_as_the_hand_is_read_back_though_not_on_a_pairs_phone(page):
    read(page, "lances(d, m)")
    for side in ("A", "B"):
        page.locator(f".foot .confirm__keys [data-side={side}]").dispatch_event("click")
    page.locator(".foot [aria-pressed=true]").nth(1).wait_for()
    reads(page.locator(".confirm__keys"), "✓ A agrees +5 → 5 ✓ B agrees +4 → 4")
    page.evaluate("app.set({ table: { ...app.now.table, device: { pair: 1 } } })")
    reads(page.locator(".foot .totals"), "A +5→ 5 B +4→ 4")
    expect(page.locator(".confirm__keys")).to_have_count(0)


def test_what_players_share_is_named_and_who_wins_by_it(page):
    *_lances, juego = read(page, f'lances(d, m, "{EQUAL_IN_JUEGO}")')
    assert "Getaria and Lekeitio have the same (37): Getaria wins, being nearer the mano." in juego


def test_who_has_reviews_off_is_asked_once_where_nobody_bet(page):
    page.evaluate("put({ where: 'settings' })")
    reviews = page.get_by_role("button", name="Review each hand before it is saved")
    expect(reviews).to_have_attribute("aria-pressed", "true")
    reviews.dispatch_event("click")
    hand(page, "lances(d, m)")
    tap(page, "Review", ".foot")
    reads(page.locator(".review .note"), "All passed, nobody bet.")
    hand(page, "lances(d, m)")
    page.evaluate("app.set({ settings: { ...app.now.settings, review: false } })")
    tap(page, "A bets on grande: B refuses")
    tap(page, "Save", ".foot")
    last = re.compile(r"^\s*Last: 1\.1\s+A\s+\+")
    expect(page.locator(".last")).to_have_text(last, use_inner_text=True)
    expect(page.locator(".review")).to_have_count(0)


LONG_NAMES = """
const pair = (number, ...players) => ({ number, name: players.join(" – "), players, club: "" });
put({ where: "hand", hands: 0, pairs: {
  A: pair(1, "Maximiliano Etxeberria", "Hermenegildo Goikoetxea"),
  B: pair(2, "Bartolomea Arrankudiaga", "Ane Izagirre"),
} });
app.forgetLater();
app.set({ draft: lances(drafts, app.local.match) });
"""
BROKEN = """
(places) => [...document.querySelectorAll(places)].flatMap((place) => {
  const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walk.nextNode()) {
    for (const { 0: word, index } of walk.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})
"""


@pytest.mark.parametrize(
    ("language", "letters"),
    [
        ("es", 16),
        *(
            pytest.param(language, letters, marks=pytest.mark.long)
            for language, letters in (("es", 32), ("en", 16), ("en", 32), ("eu", 16), ("fr", 16))
        ),
    ],
)
def test_no_word_on_a_key_and_no_score_breaks(chromium, screens, language, letters):
    large = f"--blink-settings=defaultFontSize={letters}"
    browser = chromium
    if letters != 16:
        arguments = [*CHROMIUM_ARGUMENTS, large]
        browser = patient(chromium.browser_type.launch(executable_path=CHROMIUM, args=arguments))
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto(f"{screens}?language={language}")
    page.wait_for_function("Boolean(window.put)")
    page.add_script_tag(content=HELPERS)
    page.evaluate(f"() => {{ {LONG_NAMES} }}")
    page.locator(".said__key").first.wait_for()
    assert page.evaluate(BROKEN, ".lance .key") == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate("table([stones('k1', 1, 1, 40, 12)])")
    page.locator(".confirm").wait_for()
    for width in range(300, 420, 20):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(BROKEN, ".confirm h2") == []
    page.close()
    if browser is not chromium:
        browser.close()


def test_a_key_says_what_it_takes_and_the_officials_have_one_name(chromium, screens):
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    page.goto(f"{screens}?language=es")
    page.wait_for_function("Boolean(window.put)")
    page.add_script_tag(content=HELPERS)

    def said() -> str:
        told = text(page.locator("main"))
        assert not re.search("árbitro|juez", told, re.IGNORECASE)
        return told

    page.evaluate("put({ begun: false, hands: 0, where: 'start/1' })")
    assert "A: los compañeros cambian de sitio" in said()
    page.locator(".round__seat--0").dispatch_event("click")
    page.get_by_role("button", name="Empezar la partida").wait_for()
    assert said().count("Empezar la partida") == 1
    page.evaluate("table([])")
    for words in ("Sin cartas: solo piedras", "Llamar a la organización"):
        assert words in said()
    hand(page, "lances(d, m)")
    page.locator(".claim").wait_for()
    for words in (
        "A 2 envida Quiero No quiero",
        "Piedras que dice la mesa Las mismas",
        "Infracción: cante falso o no enseñar",
    ):
        assert words in said()
    page.close()


IN_SIGHT = "(key) => key.getBoundingClientRect().bottom <= innerHeight"
TWO_HANDS = "[stones('k1', 1, 1, 5, 3), stones('k2', 1, 2, 2, 4)]"


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("reached: false", "No network: 2 hands saved here. Go on entering."),
        ("reached: false, portal: true", "This network wants you to sign in."),
        ("offline: 'failed'", "This device cannot start without network yet."),
    ],
)
def test_what_is_wrong_with_the_network_is_said_in_words(page, state, said):
    page.evaluate(f"table({TWO_HANDS}, {{ {state} }})")
    page.locator(".banner", has_text=said).wait_for()
    assert page.locator(".next .key--go").evaluate(IN_SIGHT)


def test_only_what_is_cached_is_promised(page):
    promise = "It starts and works without network."
    for offline in ("null", "'failed'", "'never'", "'ready'"):
        page.evaluate(f"table([], {{ offline: {offline} }}, 'settings')")
        facts = text(page.locator(".facts"))
        assert (promise in facts) is (offline == "'ready'"), facts


def test_who_entered_the_other_hand_is_said_without_a_label_of_the_program(page):
    page.evaluate("""table([{
      ...stones("k1", 1, 1, 5, 3), status: "attention", errors: [],
      theirs: { game: 1, number: 1, stones: [4, 4], score: [4, 4],
        record: { mano: 0, quick: { stones: [4, 4] } },
        by: { kind: "device", id: 9, label: "table 4 device 9" }, at: "2026-05-24T10:00:00Z" },
    }], {}, "waiting")""")
    said = text(page.locator(".panel--bad"))
    assert re.search(
        r"There now: without cards 4–4 \(4–4\) entered by another device of table 4 at", said
    )


def test_agreements_are_asked_for_by_name_and_then_fold_into_one_line(page):
    won = "stones('k1', 1, 1, 40, 12)"
    page.evaluate(f"""table([{won}, item({{
      kind: "game.confirm", key: "c1", match: 1, game: 1, by: ["A"], score: [40, 12], hands: 1,
    }})])""")
    reads(
        page.locator(".confirm"),
        "Game 1: pair A wins 40–12. Do both agree? ✓ A agrees B agrees",
    )
    page.evaluate(f"table([{won}, stones('k2', 2, 1, 3, 2)])")
    reads(page.locator(".later"), "1 game not agreed yet")
    assert page.locator(".next .key--go").evaluate(IN_SIGHT)


def test_a_claim_that_was_saved_short_stays_on_the_board_until_it_is_decided(page):
    page.evaluate("""table([saved("k1", 1, 1, {
      cards: ["R R S 7", "C C S 7", "S S C 7", "3 3 R 7"], bets: {}, claim: [3, 4],
      declared: { pares: Array(4).fill(true), juego: Array(4).fill(true) },
    }), stones("k2", 1, 2, 40, 3)])""")
    said = "Hand 1.1: the table said 3–4, the cards give 5–4. The organizer decides."
    reads(page.locator(".board__claim"), said)
    page.evaluate("answered(1)")
    page.locator(".delivery--ok").wait_for()
    reads(page.locator(".board__claim"), said)
    page.evaluate("answered(0)")
    page.locator(".board__claim").wait_for(state="detached")


def test_each_seat_closes_with_a_sign_of_its_own_and_a_card_too_many_is_asked_about(page):
    page.evaluate("() => { window.felt = []; navigator.vibrate = (told) => felt.push(told); }")
    hand(page, "({ ...d.newDraft(m), cards: [0, 1, 2, 3].map(() => ['R', '7', '5']) })")
    seats = page.locator(".seat")
    for rank in ("A ace", "2 two", "6 six", "4 four"):
        tap(page, rank)
    page.locator(".seat.is-closed").nth(3).wait_for()
    until(page, "felt.length === 4")  # it is felt after it is drawn
    assert page.evaluate("felt") == [[60] * (2 * place + 1) for place in range(4)]
    reads(page.locator(".counts"), "R 4/8 C 0/4 S 0/4 7 4/4 6 1/4 5 4/4 4 1/4 A 2/8")
    tap(page, "C knight")
    reads(page.locator(".foot [role=alert]"), "One card too many: check everybody’s cards.")
    until(page, "felt.at(-1) === 500")
    tap(page, "Bets")
    expect(seats).to_have_count(4)
    tap(page, "They are right")
    page.get_by_role("button", name="Bets ›").wait_for()


def test_the_name_of_a_device_is_optional_and_says_so(page):
    page.evaluate("table([], { joining: '5.abcdefgh' }, 'join')")
    assert page.get_by_label("Name of this device (optional)").get_attribute("required") is None
    assert page.get_by_role("button", name="Join the table").is_enabled()
