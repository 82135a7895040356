"""The page about the API names every address of the URL map, and no other."""

import re

from api.views.docs import document
from bench.api_page import BEGINS, ENDS, PAGE, tables
from tests.api.endpoints import endpoints

ROW = re.compile(r"^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]*)`", re.MULTILINE)


def test_the_page_names_the_addresses_of_the_url_map_and_no_others():
    rows = ROW.findall(PAGE.read_text())
    assert set(rows) == {(one.method.upper(), f"/{one.template}") for one in endpoints()}
    assert len(rows) == len(set(rows))


def test_the_tables_of_the_page_are_those_of_the_document():
    written = PAGE.read_text().partition(BEGINS)[2].partition(ENDS)[0]
    assert written == tables(document()), "run python -m bench.api_page"
