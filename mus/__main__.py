"""`python -m mus settle < records.jsonl > settlements.jsonl`: the engine as a program."""

import argparse
from collections.abc import Sequence

from . import RULES_VERSION, __version__
from .command import settle_standard_streams

_SETTLE = (
    "Reads hand records (mus-hand/1, one JSON object a line) from the standard input and writes "
    "one settlement a line, in order. Exit status 0 when every line was settled, 1 when any was "
    "refused."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit status. `arguments`: those of the process if None.

    Raises `SystemExit` (2) when the command line says nothing that there is.
    """
    parser = argparse.ArgumentParser(prog="python -m mus", description="The rules of Mus.")
    version = f"mus {__version__}, rules {RULES_VERSION}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("settle", help="settle hand records", description=_SETTLE)
    parser.parse_args(arguments)
    return settle_standard_streams()


if __name__ == "__main__":
    raise SystemExit(main())
