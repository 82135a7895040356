"""`python -m mus.bots ladder`: how well the characters play against each other."""

import argparse
import sys
from collections.abc import Sequence

from .ladder import LADDER, ladder


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the ladder, a line a pairing; the exit status. `arguments`: the process's if None.

    Raises `SystemExit` (2) when the command line says nothing that there is.
    """
    parser = argparse.ArgumentParser(prog="python -m mus.bots", description="Bots that play Mus.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    told = ", ".join(character.name for character in LADDER)
    measure = commands.add_parser("ladder", help=f"games of pair against pair: {told}")
    measure.add_argument("--games", type=int, default=200, help="a pairing (default: 200)")
    measure.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("--games: give a whole number from 1.")
    for met in ladder(games=given.games, seed=given.seed):
        sys.stdout.write(f"{met.first:8} {met.second:8} {met.won:5} of {met.games:5}")
        sys.stdout.write(f"  {met.share:5.1%}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
