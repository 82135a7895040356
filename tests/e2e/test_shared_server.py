"""The files of this folder share a server: a name taken by another file gives another address."""

import re
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
NAMED = re.compile(r"""\b(?:tournament|a_match)\([^)]*?\bname="([^"]+)\"""")


def test_no_two_files_on_one_server_name_a_tournament_alike():
    files = defaultdict(set)
    for path in HERE.glob("test_*.py"):
        text = path.read_text("utf-8")
        if "def site(" not in text:  # with a server of its own
            for name in NAMED.findall(text):
                files[name].add(path.name)
    assert len(files) > 8
    assert {name: found for name, found in files.items() if len(found) > 1} == {}
