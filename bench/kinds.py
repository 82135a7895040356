"""Counts the product files that name each kind of event.

python -m bench.kinds [--list]
"""

import re
import sys
from pathlib import Path

from tournament.log.rules.kinds import BY_NAME

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("tournament", "scoring", "season", "delivery", "operations", "web", "api", "templates")


def files_of_kinds() -> dict[str, list[str]]:
    """Kind → the files that have its name as a text, migrations left out."""
    texts = {
        str(path.relative_to(ROOT)): path.read_text()
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*"))
        if path.suffix in (".py", ".html") and "migrations" not in path.parts
    }
    return {
        kind: [name for name, text in texts.items() if re.search(rf"[\"']{kind}[\"']", text)]
        for kind in (re.escape(kind) for kind in BY_NAME)
    }


def main() -> None:
    found = files_of_kinds()
    total = sum(map(len, found.values()))
    print(f"{len(found)} kinds, each in {total / len(found):.1f} files on average")
    if "--list" in sys.argv:
        for kind, files in sorted(found.items(), key=lambda item: -len(item[1])):
            print(len(files), kind.replace("\\", ""), *files)


if __name__ == "__main__":
    main()
