"""Templates lose their indentation when they are compiled, and pages lose nothing by it."""

import re

import pytest

from tests.tournament import play
from web.loader import compact


def test_a_gap_over_lines_is_one_line_break():
    assert compact("<div>\n\n    {{ a }}\n  <b>two</b>\n</div>\n") == (
        "<div>\n{{ a }}\n<b>two</b>\n</div>"
    )
    assert compact("<b>uno  dos\u00a0tres</b>") == "<b>uno  dos\u00a0tres</b>"


def test_an_element_stands_on_one_line():
    written = (
        '<a\n  class="tie"\n  href="{% url "x" %}"\n  {% if a > b %}data-x{% endif %}\n>one</a>'
    )
    assert (
        compact(written)
        == '<a class="tie" href="{% url "x" %}"{% if a > b %} data-x{% endif %}>one</a>'
    )
    either = "<a\n  {% if a %}b{% else %}c{% endif %}\n>"
    assert compact(either) == "<a {% if a %}b{% else %}c{% endif %}>"


def test_a_line_of_tags_that_print_nothing_leaves_no_empty_line():
    written = "<ul>\n  {% for a in b %}\n    <li>\n      {{ a }}\n    </li>\n  {% endfor %}\n</ul>"
    assert compact(written) == "<ul>\n{% for a in b %}<li>{{ a }}</li>\n{% endfor %}</ul>"
    said = "{% load i18n %}\n\n{% if a %}\n  {% translate 'b' %}\n{% endif %}\n"
    assert compact(said) == "{% load i18n %}{% if a %}{% translate 'b' %}\n{% endif %}"


def test_what_was_apart_stays_apart():
    written = "<b>one</b>\n{% if a %}\n  <b>two</b>\n{% endif %}\n<b>three</b>"
    assert compact(written) == "<b>one</b>\n{% if a %}<b>two</b>\n{% endif %}<b>three</b>"


@pytest.mark.parametrize("tag", ["pre", "textarea"])
def test_text_that_is_shown_as_written_stays_so(tag):
    written = f"<{tag} id=x>a\n\n  b</{tag}>"
    assert compact(f"<p>\n  a\n</p>\n  {written}\n") == f"<p>a</p>\n{written}"


@pytest.mark.django_db
def test_pages_have_no_indentation(client):
    cup = play.tournament(entered=4, drawn=True)
    for path in ("/", f"/t/{cup.slug}/", f"/t/{cup.slug}/now/"):
        page = client.get(path).text
        assert page.startswith("<!DOCTYPE html>")
        assert "\n " not in page


def test_every_sentence_of_a_template_is_read_without_its_line_breaks(root):
    """Otherwise its indentation would belong to the text to translate."""
    for path in (root / "templates").rglob("*.html"):
        for tag in re.findall(r"{% blocktranslate .*?%}", path.read_text("utf-8")):
            assert " trimmed" in tag, (path, tag)


def test_no_line_of_a_template_is_too_long_or_shows_a_comment(root):
    """Django shows a comment that goes on on the next line."""
    for path in (root / "templates").rglob("*.html"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            assert len(line) <= 120, f"{path}:{number} has {len(line)} letters"
            assert line.count("{#") == line.count("#}"), f"{path}:{number}"
