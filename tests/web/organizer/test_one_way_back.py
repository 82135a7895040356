"""Each act of docs/the-day.md is done by its page and undone by the one page for all acts: every
row of the day is as before. The page's form has the fields that the act declares."""

import re

import pytest
from django.contrib.auth.models import User

from scoring.desk.declared import DECLARED
from scoring.undoing.queries import is_undoable
from tests.scoring.undoing.crowd import differing, exported_rows
from tests.tournament import play
from tests.web.organizer.day import Day
from tests.web.organizer.test_every_way_back import WAYS
from tournament.memory.models import ActMemory
from web import acting

pytestmark = pytest.mark.django_db

OTHERWISE = {
    **dict.fromkeys(("make_draw", "draw_by_hand"), "undone as a whole, by the page of the draw"),
    "undo_draw": "the next draw is another one",
    **dict.fromkeys(
        ("prepare_draw", "cancel_draw", "add_draw_words", "reveal_draw"),
        "what was promised to the room, or said in it, cannot be unsaid",
    ),
    **dict.fromkeys(("let_in", "pair_up"), "they were told that they are in"),
    **dict.fromkeys(
        ("revoke_link", "paid", "add_person", "remove_person", "set_role"),
        "the page beside it sets it again; no row of the day changes",
    ),
}
"""Acts that are not undone by the memory of their rows, and why. Acts that change hands are not
named: they are taken back hand by hand."""


@pytest.fixture
def day(monkeypatch, desk, arizkun, name):
    User.objects.create_user("leitza")
    cup = play.tournament(entered=8, drawn=not WAYS[name].entry, owner=arizkun)
    return Day(desk, cup, monkeypatch)


@pytest.fixture
def sent(monkeypatch):
    """The entries of every form that was sent."""
    entries: list[set[str]] = []
    attempt = acting.attempt

    def listening(request, form, *, do):
        entries.append(set(form.fields))
        return attempt(request, form, do=do)

    monkeypatch.setattr(acting, "attempt", listening)
    return entries


def undeclared(page: str, entries: set[str]) -> set[str]:
    """The entries of a page's form that are no fields of its acts."""
    fields = [one for act in DECLARED if act.page == page for one in act.fields]
    patterns = [part for one in fields for part in one.parts or (one.name,)]
    return {entry for entry in entries if not any(re.fullmatch(one, entry) for one in patterns)}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", WAYS)
def test_an_act_is_undone_by_one_page(name, day, sent):
    way = WAYS[name]
    for step in way.before:
        step(day)
    known = ActMemory.objects.filter(tournament=day.cup).count()
    before, rows = day.stands(), exported_rows(day.cup.pk)
    sent.clear()
    way.act(day)
    for entries in sent:
        assert not undeclared(way.act.name, entries)
    memories = ActMemory.objects.filter(tournament=day.cup)
    memory = memories.latest("last") if memories.count() > known else None
    if memory is None or not is_undoable(memory):
        has_hands = memory is not None and "scoring_hand" in memory.rows
        assert has_hands or way.act.name in OTHERWISE
        return
    desk = day.page("desk")
    assert ("Done last" in desk) == (f"/acts/{memory.last}/undo/" in desk)
    day.press("undo_act", memory.last, reason="a mistake")
    assert exported_rows(day.cup.pk) == rows, differing(rows, exported_rows(day.cup.pk))
    play.must_hold(day.cup)
    after = day.stands()
    parted = {part for part in before if after[part] != before[part]}
    assert not parted, {part: (before[part], after[part]) for part in parted}
