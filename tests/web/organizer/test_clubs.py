"""A day on which clubs enter by their name alone: its pages speak of clubs, not of pairs."""

import re

import pytest
from django.urls import reverse

from scoring.rulings.services import appeals
from scoring.statements import services as statements
from tests.tournament import play
from tournament.championship.queries.tournaments import tournament_detail
from web.templatetags.matchwords import kinds_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
CLUBS = {"entrants": "clubs"}


@pytest.fixture
def day(arizkun):
    """Six clubs, drawn."""
    return play.tournament(owner=arizkun, entered=6, drawn=True, settings=CLUBS)


@pytest.fixture
def playing(day):
    """A match of the day that is being played."""
    return play.start(day.matches.filter(status="ready", round=1).order_by("slot")[0])


def words_of(html: str) -> str:
    """What a page says, without its addresses, ids and formulas."""
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    return " ".join(text.replace("“pair:n”", "").split())


def test_no_page_of_the_desk_calls_a_club_a_pair(desk, at, day, playing):
    statements.set_terms(tournament_id=day.pk, actor=play.PROGRAM, entered_by="pairs")
    for name, *args in (
        ("who_appeals",), ("appeal", playing.pk), ("notices",), ("pair_results",),
        ("print_links",), ("draw",), ("result", playing.pk), ("walkover", playing.pk),
        ("decide_match", playing.pk), ("entries",),
    ):  # fmt: skip
        page = desk.get(at(name, day.slug, *args))
        assert page.status_code == 200
        said = words_of(page.text)
        assert not re.search(r"\bpairs?\b", said, re.IGNORECASE), (name, said)
    log = desk.get(reverse("public:log", args=[day.slug])).text
    assert "→ The clubs themselves" in log


def test_an_appeal_of_a_club_is_called_so_from_its_entry_to_the_log(desk, at, client, day, playing):
    asked = appeals.enter(match_id=playing.pk, side="A", reason="ours", actor=play.PROGRAM)
    assert "A club appeals" in desk.get(at("desk", day.slug)).text
    page = words_of(desk.get(at("rule", day.slug, asked.pk)).text)
    assert "A club appeals" in page
    assert "pair" not in page
    assert "A club appealed" in client.get(reverse("public:log", args=[day.slug])).text


def test_a_pasted_list_is_one_of_clubs(desk, at, arizkun):
    day = play.tournament(owner=arizkun, settings=CLUBS)
    page = desk.get(at("entries", day.slug)).text
    assert "Enter a club" in page
    assert "Add the club" in page
    where, box = at("import_pairs", day.slug), {"text": "Kaia\nBar Zubi"}
    looked = desk.post(where, {**box, "step": "look"}).text
    assert "Paste a list of clubs" in looked
    assert "2 lines understood" in looked
    assert "Enter these 2 clubs" in looked
    entered = desk.post(where, {**box, "step": "enter"}, follow=True).text
    assert "2 clubs are in." in entered
    assert "Withdraw the ticked clubs" in entered


def test_the_keys_name_the_acts_of_clubs(desk, at, day):
    keys = desk.get(at("desk", day.slug)).text.split('id="keys"')[1]
    for act in ("a late club", "a club appeals", "clubs"):
        assert f"<dd>{act}</dd>" in keys


def test_the_settings_of_a_drawn_day_lead_to_the_results_by_the_clubs(desk, at, day):
    assert "Results by the clubs" in desk.get(at("change", day.slug)).text


def test_no_act_of_the_log_is_that_of_a_pair(day):
    kinds = kinds_of(tournament_detail(tournament_id=day.pk))
    of_pairs = re.compile(r"\b[Pp]airs?\b")
    assert [kind for kind, words in kinds.items() if of_pairs.search(str(words))] == []
