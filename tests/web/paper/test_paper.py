"""What is printed: every sheet is a PDF in each language, and says what it must."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from reportlab.lib.pagesizes import A4

from tests.scoring import table
from tests.tournament import play
from tournament.championship.queries.tournaments import tournament_detail
from tournament.matches.queries.matches import match_card
from tournament.witness.queries import signed_head
from web.paper import acta, letters
from web.paper.acta import NAMES
from web.paper.flow import MARGIN, fitted
from web.paper.pen import Pen, mm

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture
def cup(arizkun):
    made = play.tournament(entered=6, drawn=True, owner=arizkun, name="Copa Ñandú")
    begun = play.start(
        play.match(made, 1, 1) if play.match(made, 1, 1).pair_b else play.match(made, 1, 0)
    )
    table.record(table.read(begun), table.plain(claim=[9, 9]))
    made.begun = begun
    return made


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("name", ["rules", "bracket", "entries", "tables", "actas", "diplomas"])
def test_every_sheet_is_a_pdf_in_every_language(desk, cup, name):
    for language in LANGUAGES:
        response = desk.get(
            reverse("organizer:sheet", args=[cup.slug, name]), {"language": language}
        )
        assert response["Content-Type"] == "application/pdf"
        assert f"-{language}.pdf" in response["Content-Disposition"]
        assert response.content.startswith(b"%PDF-")
        assert pages_of(response.content) >= 1


def test_long_standings_begin_below_the_title(desk, arizkun):
    long = play.tournament(entered=60, drawn=True, owner=arizkun)
    sheet = desk.get(reverse("organizer:sheet", args=[long.slug, "standings"]))
    assert pages_of(sheet.content) == 2


def test_a_sheet_that_does_not_exist_is_a_404(desk, cup):
    assert desk.get(reverse("organizer:sheet", args=[cup.slug, "menu"])).status_code == 404


def test_the_acta_of_a_match_has_its_hands_and_a_blank_one_has_rows(desk, cup):
    address = reverse("organizer:acta", args=[cup.slug, cup.begun.pk])
    written = desk.get(address)
    blank = desk.get(address, {"blank": "1"})
    assert written.content.startswith(b"%PDF-")
    assert blank.content.startswith(b"%PDF-")
    assert written.content != blank.content
    waiting = play.match(cup, 3, 0)
    assert desk.get(reverse("organizer:acta", args=[cup.slug, waiting.pk])).status_code == 200


def test_an_acta_has_the_signed_head_in_a_code_and_a_blank_one_has_none(desk, cup, monkeypatch):
    drawn = []
    code = Pen.code
    monkeypatch.setattr(Pen, "code", lambda pen, *at: drawn.append(at[-1]) or code(pen, *at))
    address = reverse("organizer:acta", args=[cup.slug, cup.begun.pk])
    pdf = desk.get(address).content
    assert pages_of(pdf) == 1
    match = f"http://testserver{reverse('public:match', args=[cup.slug, cup.begun.pk])}"
    assert sorted(drawn) == sorted([match, signed_head(tournament_id=cup.pk)])
    drawn.clear()
    desk.get(address, {"blank": "1"})
    assert drawn == [match]


def test_the_bracket_is_one_sheet_with_32_pairs(desk, arizkun):
    big = play.tournament(entered=32, drawn=True, owner=arizkun, name="Big")
    pdf = desk.get(reverse("organizer:sheet", args=[big.slug, "bracket"])).content
    assert pages_of(pdf) == 1


def test_tables_come_two_on_a_sheet(desk, arizkun):
    made = play.tournament(entered=2, owner=arizkun, tables=5, name="Five")
    pdf = desk.get(reverse("organizer:sheet", args=[made.slug, "tables"])).content
    assert pages_of(pdf) == 3


def test_diplomas_are_made_once_there_is_a_champion(desk, arizkun):
    made = play.play_out(play.tournament(entered=4, drawn=True, owner=arizkun, name="Over"))
    pdf = desk.get(reverse("organizer:sheet", args=[made.slug, "diplomas"])).content
    assert pages_of(pdf) == 4


def test_the_page_leads_to_every_sheet_and_the_match_to_its_own(desk, cup):
    html = desk.get(reverse("organizer:paper", args=[cup.slug])).text
    for name in ("bracket", "entries", "tables", "actas"):
        assert reverse("organizer:sheet", args=[cup.slug, name]) in html
    match = desk.get(reverse("organizer:match", args=[cup.slug, cup.begun.pk])).text
    assert reverse("organizer:acta", args=[cup.slug, cup.begun.pk]) in match


def test_letters_that_the_house_font_lacks_come_from_another():
    assert [font for font, _text in letters.runs("Łukasz ñ", letters.PLAIN)] == [
        "DejaVuSans", letters.PLAIN,
    ]  # fmt: skip
    assert letters.marked("A & <b>") == "A &amp; &lt;b&gt;"


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("דוד כהן", "Dvd Khhn"),
        ("محمد علي", "Mhmd `ly"),
        ("王伟", "WangWei"),
        ("さくら", "Sakura"),
        ("დავით – Ane", "Davit – Ane"),
        ("Ивана Αλέξης Ñandú", "Ивана Αλέξης Ñandú"),
    ],
)
def test_letters_that_no_font_has_are_written_in_latin_ones_and_are_no_boxes(name, printed):
    for font in letters.OTHERS:
        pieces = list(letters.runs(name, font))
        assert "".join(piece for _font, piece in pieces) == printed
        assert all(letters._has(used, one) for used, piece in pieces for one in piece)
    assert letters.width("王伟", letters.PLAIN, 10) == letters.width("WangWei", letters.PLAIN, 10)


def test_a_long_name_is_made_smaller_and_then_cut():
    pen = Pen((200, 200), title="x", language="es")
    wide = pen.text(0, 0, "Urretxu-Zumarraga Hegoaldekoa " * 4, size=12, fit=80)
    assert wide <= 80


def test_an_emoji_that_no_font_has_is_left_out():
    assert letters.marked("Ane 🎉 Lasa 👩‍👧") == "Ane  Lasa "
    assert [text for _font, text in letters.runs("😀Iñaki", letters.BOLD)] == ["Iñaki"]


def test_long_names_beside_the_hands_of_a_blank_acta_keep_to_their_rows():
    long = "Maialen Etxeberria Goikoetxea – José Luis Mendizabal Larrañaga de Arrizabalaga"
    cell = fitted(long, "small", NAMES, lines=2)
    assert cell.wrap(NAMES - 6, 1000)[1] <= 2 * 9.5
    assert cell.text.endswith("…")
    assert fitted("Ane – Jon", "small", NAMES, lines=2).text == "Ane – Jon"


def test_a_long_name_of_a_tournament_does_not_run_under_the_code_of_its_acta(cup):
    card = match_card(match_id=cup.begun.pk, tournament_id=cup.pk)
    head = acta.blank_story(tournament_detail(tournament_id=cup.pk), card)[0]
    assert sum(head._argW) <= A4[0] - 2 * MARGIN - 27 * mm
    assert "Copa Ñandú" in head._cellvalues[1][0].text


def test_no_sheet_is_printed_that_only_says_that_no_match_is_ready(desk, arizkun):
    done = play.play_out(play.tournament(entered=4, drawn=True, owner=arizkun, name="Over"))
    page = f"/organizer/t/{done.slug}/paper/"
    assert f"{page}actas.pdf" not in desk.get(page).text
    answer = desk.get(f"{page}actas.pdf", follow=True, headers={"accept-language": "en"})
    assert answer.redirect_chain == [(page, 302)]
    assert "so there is no sheet to print" in answer.text
