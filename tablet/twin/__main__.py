"""`python -m tablet.twin [--check]`: writes the generated files, or says which are out of date.

Exit status 1 when --check finds a file that is not what the engine would write.
"""

import argparse
import sys
from pathlib import Path

from tablet.twin.tables import data_module, messages_module, rules_version, version_module

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tablet.twin")
    parser.add_argument("--check", action="store_true", help="write nothing, tell what is stale")
    check = parser.parse_args().check
    files = {
        ROOT / "tablet/mus/data.js": data_module(),
        ROOT / "tablet/mus/messages.js": messages_module(),
        ROOT / "mus/version.py": version_module(rules_version()),
    }
    stale = [
        path
        for path, text in files.items()
        if not (path.is_file() and path.read_text(encoding="utf-8") == text)
    ]
    for path in stale:
        name = path.relative_to(ROOT)
        if check:
            sys.stderr.write(f"{name} is stale: run python -m tablet.twin\n")
        else:
            path.write_text(files[path], encoding="utf-8")
            sys.stderr.write(f"wrote {name}\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
