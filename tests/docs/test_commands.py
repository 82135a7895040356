"""The commands in the documentation are there, with their options; links lead somewhere."""

import re

import pytest
from django.core.management import get_commands, load_command_class

from tests.servers import ROOT

PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("docs/tutorials/*.md"), ROOT / "README.md"])
COMMAND = re.compile(r"manage\.py ([a-z_]+)((?:[^\n`;|&#→<>]|<[a-z]+>)*)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
EVERYWHERE = {"--verbosity", "--settings", "--help", "--no-color"}


def commands():
    return [
        (page.name, name, rest)
        for page in PAGES
        for name, rest in COMMAND.findall(page.read_text())
    ]


def test_there_are_commands_to_ask_for():
    assert len({name for _page, name, _rest in commands()}) > 12


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_is_there_with_its_options(page):
    known = get_commands()
    for name, rest in COMMAND.findall(page.read_text()):
        assert name in known, name
        command = load_command_class(known[name], name)
        options = set(command.create_parser("manage.py", name)._option_string_actions)
        for option in re.findall(r"--[a-z][-a-z]+", rest):
            assert option in options | EVERYWHERE, (name, option)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    for link in LINK.findall(page.read_text()):
        if "://" not in link and not link.startswith("/"):
            assert (page.parent / link).exists(), link


def test_the_index_names_every_page_for_readers():
    index = (ROOT / "docs/README.md").read_text()
    for page in ("operating", "upgrading", "security", "tournament-day", "api", "trust", "tablet"):
        assert f"]({page}.md)" in index
