"""The deck of the pages: all forty cards, light enough to load with any page."""

import gzip
import re
from pathlib import Path

from web.templatetags.components import playing_card

ROOT = Path(__file__).resolve().parents[2]
SPRITE = (ROOT / "static/icons/deck.svg").read_text("utf-8")
MOST_BYTES = 25 * 1024


def test_C1_every_card_is_drawn_in_full_and_for_a_small_place():
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    for rank in "RCS7654321":
        for suit in ("o", "c", "e", "b", ""):  # the last: nobody wrote it down
            name = playing_card(rank + suit)["card"].drawn
            assert {name, f"{name}-s"} <= drawn


def test_the_deck_weighs_little():
    assert len(gzip.compress(SPRITE.encode(), 9)) <= MOST_BYTES


def test_whoever_prefers_letters_gets_them_on_every_page(client, db):
    assert "data-cards" not in client.get("/").text.split("<body")[0]
    client.post("/appearance/", {"cards": "letters", "next": "/"})
    assert "<html" in (html := client.get("/").text)
    assert 'data-cards="letters"' in html
    client.post("/appearance/", {"cards": "drawn"})
    assert 'data-cards="letters"' not in client.get("/").text
