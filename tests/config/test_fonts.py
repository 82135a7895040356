"""The fonts are cut to what the pages write, and to no less."""

import re
from pathlib import Path

import polib
import pytest
from fontTools.ttLib import TTFont

AT_MOST = 40_000
ALPHABETS = "abcdefghijklmnopqrstuvwxyzñáéíóúüçàâèêëîïôùûœæ"
NUMBERS = "0123456789.,:;!?¡¿«»“”‘’…()/%&+−–-·º"
INVISIBLE = "\n\t\r"


@pytest.fixture
def fonts(root: Path) -> Path:
    return root / "static/vendor/fonts"


def letters_of(font: Path) -> set[str]:
    return {chr(code) for code in TTFont(font).getBestCmap()}


def written(root: Path) -> set[str]:
    """Every character of the catalogues, the templates and what the styles put beside a text."""
    catalogues = [polib.pofile(path) for path in root.glob("locale/*/LC_MESSAGES/django.po")]
    assert len(catalogues) >= 3
    entries = [entry for catalogue in catalogues for entry in catalogue]
    said = [[e.msgid, e.msgid_plural, e.msgstr, *e.msgstr_plural.values()] for e in entries]
    pages = [path.read_text("utf-8") for path in root.glob("templates/**/*.*")]
    styles = [path.read_text("utf-8") for path in root.glob("static/css/*.css")]
    drawn = [text for style in styles for text in re.findall(r'content: "([^"\\]*)"', style)]
    return set("".join([*(text for texts in said for text in texts), *pages, *drawn]))


def test_every_character_of_the_pages_is_in_the_font_of_the_text(root, fonts):
    missing = written(root) - set(INVISIBLE) - letters_of(fonts / "mus-text.woff2")
    assert not missing, "add them to LETTERS or SIGNS in .ci/fonts.py and cut the fonts again"


@pytest.mark.parametrize("font", ["mus-text", "mus-display"])
def test_a_font_has_the_letters_of_the_four_languages(fonts, font):
    wanted = {*ALPHABETS, *ALPHABETS.upper(), *NUMBERS, "ÿ"}
    assert not wanted - letters_of(fonts / f"{font}.woff2")


@pytest.mark.parametrize("font", ["mus-text", "mus-display"])
def test_columns_of_numbers_stand_under_each_other(fonts, font):
    """Either every figure is as wide as the others, or the font can make it so."""
    file = TTFont(fonts / f"{font}.woff2")
    glyphs, widths = file.getBestCmap(), file["hmtx"]
    features = {record.FeatureTag for record in file["GSUB"].table.FeatureList.FeatureRecord}
    assert "tnum" in features or len({widths[glyphs[ord(n)]][0] for n in "0123456789"}) == 1


def test_the_fonts_together_are_light_and_their_licences_lie_beside_them(fonts):
    cut = sorted(fonts.glob("*.woff2"))
    assert [font.name for font in cut] == ["mus-display.woff2", "mus-text.woff2"]
    assert sum(font.stat().st_size for font in cut) <= AT_MOST
    for font in cut:
        licence = font.with_name(f"{font.stem}-LICENSE.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence


def test_a_cut_font_does_not_bear_the_reserved_name(fonts):
    for font in fonts.glob("*.woff2"):
        names = [TTFont(font)["name"].getDebugName(number) or "" for number in (1, 3, 4, 6, 16)]
        assert not [name for name in names if "Source" in name]
