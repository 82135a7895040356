"""The packed files that are served are what the sources make, and say what the sources say."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from tests.tablet.twin.engines import node

MADE_FROM = ("src", "mus", "css", "vendor")
PACK_AGAIN = "run npm run pack in tablet/"


def test_the_packed_files_were_made_from_todays_sources(root):
    tablet = root / "tablet"
    paths = [path for folder in MADE_FROM for path in (tablet / folder).rglob("*.[jc]s*")]
    paths = [path for path in paths if path.suffix in (".js", ".css")]
    paths += [
        root / "static/css/tokens.css", tablet / "pack.js", tablet / "package-lock.json",
    ]  # fmt: skip
    now = {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in paths
    }
    assert json.loads((tablet / "dist/sources.json").read_text()) == now, PACK_AGAIN


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_packing_leaves_every_text_as_it_is_written(root, language):
    tablet = root / "tablet"
    packed = [_texts(tablet / f"dist/{part}-{language}.js") for part in ("words", "later")]
    ui = tablet / f"src/ui/{language}.js"
    written = [_texts(tablet / f"src/i18n/{language}.js", ui), _texts(ui, name="later")]
    assert all(written)
    assert packed == written


def _texts(*modules: Path, name: str = "default") -> dict[str, str]:
    joined = ",".join(f"(await import({json.dumps(path.as_uri())})).{name}" for path in modules)
    program = f"console.log(JSON.stringify(Object.assign({{}},{joined})))"
    ran = subprocess.run(
        [node(), "--input-type=module", "-e", program], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    texts: dict[str, str] = json.loads(ran.stdout)
    return texts


def test_the_first_screens_ask_for_no_text_that_is_loaded_later(root):
    """What a part of `app.js` says is in the catalogue that is loaded with it."""
    tablet = root / "tablet"
    later = set(_texts(tablet / "src/ui/en.js", name="later"))
    first, behind = (tablet / f"dist/{name}.js" for name in ("app", "later"))
    asked = re.compile(r'"([\w.]+)"')
    said_first, said_later = (set(asked.findall(path.read_text())) for path in (first, behind))
    assert {"undo_title", "copy", "order_says"} <= later & said_later
    assert not (later & said_first) - ALSO_OTHER_WORDS


ALSO_OTHER_WORDS = {"no_answer", "version"}
"""Keys of texts that are names of other things in `app.js`: a code, a field."""
