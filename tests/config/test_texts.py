"""`make texts`: every text that a reader can meet is on the page, in the language asked for."""

import subprocess
import sys
from html import unescape

import polib
import pytest


@pytest.mark.long
def test_every_text_of_the_catalogue_stands_on_the_page(root, tmp_path):
    page = tmp_path / "texts.html"
    command = [sys.executable, str(root / ".ci/texts.py"), str(page), "es"]
    subprocess.run(command, check=True, capture_output=True)
    shown = unescape(page.read_text().replace("<br>", "\n"))
    catalogue = polib.pofile(str(root / "locale/es/LC_MESSAGES/django.po"))
    asked = [entry for entry in catalogue if not entry.obsolete]
    missing = [one.msgid for one in asked if f">{one.msgid}" not in shown]
    missing += [one.msgstr for one in asked if one.msgstr and f">{one.msgstr}<" not in shown]
    assert missing == []
    assert "Atrás" in shown, "the tablet's words too"
