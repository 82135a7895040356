"""README.md shows the product to somebody who has never heard of it."""

import re

import polib
import pytest
from PIL import Image

from tests.servers import ROOT

MOST_BYTES = 1_500_000


def test_the_film_lasts_twenty_seconds_and_loads_at_once():
    file = ROOT / "docs/images/film.webp"
    assert f"]({file.relative_to(ROOT)})" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert file.stat().st_size <= MOST_BYTES
    with Image.open(file) as film:
        durations = []
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            durations.append(film.info["duration"])
    assert len(durations) > 10
    assert 15_000 <= sum(durations) <= 25_000


def test_it_offers_three_ways_to_start_with_one_line_each():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    part = text.split("## Three ways to start")[1].split("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 3
    for command in ("mus-tournaments", "docker compose up", "make run"):
        assert sum(f"`{command}`" in row for row in rows) == 1


@pytest.mark.parametrize("language", ["es", "eu", "fr"])
def test_a_translation_server_finds_the_catalogue_as_the_page_says(language):
    page = (ROOT / "docs/translating.md").read_text(encoding="utf-8")
    [mask] = re.findall(r"\| File mask \| `([^`]+)` \|", page)
    file = ROOT / mask.replace("*", language)
    assert file in ROOT.glob(mask)
    header = polib.pofile(str(file)).metadata
    assert header["Language"] == language
    assert not {"PACKAGE VERSION", "FULL NAME <EMAIL@ADDRESS>"} & set(header.values())
