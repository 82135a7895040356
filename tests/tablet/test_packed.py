"""The packed files that are served are what the sources make, and say what the sources say."""

import hashlib
import json
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
    packed = _texts(tablet / f"dist/words-{language}.js")
    written = _texts(tablet / f"src/i18n/{language}.js", tablet / f"src/ui/{language}.js")
    assert written
    assert packed == written


def _texts(*modules: Path) -> object:
    joined = ",".join(f"(await import({json.dumps(path.as_uri())})).default" for path in modules)
    program = f"console.log(JSON.stringify(Object.assign({{}},{joined})))"
    ran = subprocess.run(
        [node(), "--input-type=module", "-e", program], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
