"""The table of an installation's settings."""

import re

from tests.servers import ROOT

READS = re.compile(
    r"(?:_share\(|environ\.get\(|known\.time_zone\(|(?:flag|number|one_of|words|address|origins)"
    r"\((?:os\.environ|env),\s*|\b(?:env|os\.environ)\.get\()\s*\"([A-Z_]+)\""
)
OF_THE_MACHINE = {"LAN_ADDRESS", "LAN_PORTS", "PORT"}
"""Said by `manage.py lan` to its own processes, or by `make`."""


def test_every_variable_that_is_read_is_in_the_table_and_every_one_there_is_read():
    page = (ROOT / "docs/operating.md").read_text()
    table = page[page.index("## Environment") : page.index("## Many processes")]
    first = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    named = {name for cell in first for name in re.findall(r"`([A-Z_]+)`", cell)}
    sources = [
        *ROOT.glob("config/*.py"),
        *ROOT.glob("web/**/*.py"),
        *ROOT.glob("operations/**/*.py"),
    ]
    text = "\n".join(path.read_text() for path in sources)
    read = {name for name in READS.findall(text) if not name.startswith("OTEL_")} - OF_THE_MACHINE
    assert read - named == set()
    assert {name for name in named if f'"{name}"' not in text} == set()
