"""The compiled catalogues in the repository say what their sources say."""

import gettext
from pathlib import Path

import polib
import pytest

CATALOGUES = sorted((Path(__file__).resolve().parents[2] / "locale").glob("*/LC_MESSAGES/*.po"))


@pytest.mark.parametrize("source", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_is_compiled(source: Path) -> None:
    with source.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    for entry in polib.pofile(str(source)):
        if entry.obsolete or not entry.translated():
            continue
        key = f"{entry.msgctxt}\x04{entry.msgid}" if entry.msgctxt else entry.msgid
        if entry.msgid_plural:
            for number, text in entry.msgstr_plural.items():
                assert compiled.get((key, number)) == text, entry.msgid
        else:
            assert compiled.get(key) == entry.msgstr, entry.msgid
