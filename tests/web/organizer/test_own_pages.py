"""Every act of the desk is declared (`scoring/desk/declared/`), and says why its page or its method
is its own. Its fields have one name on both surfaces."""

from collections import defaultdict

import pytest

from scoring.desk.declared import DECLARED, own_pages
from tests.web.organizer.test_ways_back import is_an_act
from web.organizer.urls import urlpatterns

NO_ACTS = {
    "bind_paper": "a file is made; nothing of the tournament changes",
    "delete_tournament": "nothing is left of the tournament whose act it could be",
}
"""Pages that take a form and are no act → why."""
REASONS = {
    own_pages.LINES, own_pages.HANDS, own_pages.FILE, own_pages.SETTINGS, own_pages.SEEN,
    own_pages.SITE, own_pages.QUESTION, own_pages.WAY_BACK, own_pages.NEXT,
}  # fmt: skip
NOT_FOR_PROGRAMS = {own_pages.ONE_BY_ONE, own_pages.AT_THE_DESK, own_pages.FOR_GOOD}
ON_ITS_OWN = {"sets_aside", "expected_version"}
"""Keys of a body that follow from the declaration, and are no fields."""
FREE = {"tournaments.index.post", "tournaments.detail.patch"}
"""Their settings are those of `tournament/formats/`, on both surfaces."""


def test_every_page_that_takes_a_form_belongs_to_an_act_that_is_declared():
    pages = {one.name for one in urlpatterns if one.name and is_an_act(one)}
    assert {act.page for act in DECLARED} == pages - NO_ACTS.keys()


@pytest.mark.parametrize(
    "act",
    DECLARED,
    ids=lambda act: f"{act.page}-{act.do.__name__}" if hasattr(act.do, "__name__") else act.page,
)
def test_an_act_has_its_words_and_says_why_a_page_or_a_method_is_its_own(act):
    assert act.done
    assert act.own_page in REASONS or not act.own_page
    assert act.no_method in NOT_FOR_PROGRAMS or not act.no_method
    assert not (act.own_method and act.no_method)
    # A page that is made from the declaration has a method that is made from it, too.
    assert act.own_page or act.is_in_document


def test_the_fields_of_an_act_have_one_name_on_its_form_and_in_the_api(client):
    document = client.get("/api/v1/openapi.json").json()
    bodies = {}
    for methods in document["paths"].values():
        for one in methods.values():
            sent = one.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = sent.get("schema", {}).get("$ref", "").rpartition("/")[2]
            schema = document["components"]["schemas"].get(name, {})
            bodies[one["operationId"]] = schema.get("properties", {}).keys() - ON_ITS_OWN
    fields = defaultdict(set)
    for act in DECLARED:
        if act.method:
            fields[act.method] |= {field.name for field in act.fields if field.only != "page"}
    assert {method: bodies[method] for method in fields.keys() - FREE} == {
        method: names for method, names in fields.items() if method not in FREE
    }
