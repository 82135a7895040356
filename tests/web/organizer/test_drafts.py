"""Which forms keep a draft in the browser, and when it is given up (js/drafts.js)."""

import re

from django.test import Client

from tests.servers import ROOT

FOLDERS = ("organizer", "circuits", "referee")
ONE_LINE = {
    "circuits/change.html", "circuits/mine.html", "circuits/people.html", "circuits/remove.html",
    "organizer/consolation.html", "organizer/draw.html", "organizer/pair_results.html",
    "organizer/people.html", "organizer/referees.html", "organizer/screen.html",
    "organizer/tables.html",
}  # fmt: skip
"""Pages that have forms with a line or with choices alone beside those with a draft."""
NAMES_TO_FORGET = {"circuits/erase.html", "organizer/erase_names.html"}
"""The name of somebody who asks to be forgotten stays in no browser."""
SHOWS_FIELDS = re.compile(
    r"\{\{ (form|at_once|each)(\.\w+\.as_field_group)? \}\}|<textarea|field in form"
    r"|components/(form_page|start_fields|hand/(quick_)?form)\.html"
)
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)


def test_every_form_with_more_than_a_line_keeps_a_draft():
    lost = []
    for path in sorted(
        path for folder in FOLDERS for path in (ROOT / "templates" / folder).rglob("*.html")
    ):
        name = path.relative_to(ROOT / "templates").as_posix()
        for form in FORM.findall(path.read_text(encoding="utf-8")):
            asks = 'method="post"' in form and SHOWS_FIELDS.search(form)
            if (
                asks
                and "components/draft.html" not in form
                and name not in ONE_LINE | NAMES_TO_FORGET
            ):
                lost.append(name)
    assert lost == []


def test_an_accepted_form_says_so_to_the_browser_and_a_refused_one_does_not(desk, at, entered):
    address = at("enter_pair", entered.slug)
    form = {"player_1": "Gernika", "player_2": "", "once": "a" * 16 + ".7fffffff"}
    assert "accepted" not in desk.post(address, form).cookies
    form["player_2"] = "Busturia"
    cookie = desk.post(address, form).cookies["accepted"]
    assert (cookie.value, cookie["samesite"], cookie["path"]) == (form["once"], "Lax", "/")
    assert desk.post(address, form).cookies["accepted"].value == form["once"], "sent twice"


def test_a_form_without_cookies_is_led_back_to(at, entered):
    answer = Client(enforce_csrf_checks=True).post(at("import_pairs", entered.slug), {"text": "a"})
    assert answer.status_code == 403
    assert f'href="{at("import_pairs", entered.slug)}"' in answer.text
    assert "What you typed is kept in this browser" in answer.text
    elsewhere = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "a"})
    assert elsewhere.status_code == 403
    assert "What you typed is kept" not in elsewhere.text
