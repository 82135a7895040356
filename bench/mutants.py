"""How many small changes to the rules engine, or to the services, their tests notice.

    python -m bench.mutants                     every module of mus/
    python -m bench.mutants record odds.ties    some of them
    python -m bench.mutants scoring.rulings.services.endings --jobs 1
                                                a service, by the tests of every room of them
    python -m bench.mutants services --sample 400 --seed 9 --minutes 30
                                                a sample of every service there is; it ends early,
                                                and tells what it has, on SIGTERM too
    python -m bench.mutants odds.ties --left    only those that the last run left
    python -m bench.mutants betting --tests mus/tests/test_betting.py
                                                by the tests of some files alone
    python -m bench.mutants record --write      its row in docs/mutation.md is made again

Each function is changed in one small way at a time, with the operators of mutmut; the tests that
run through it are tried, the most telling of them first, until one fails that passes without the
change: for some seconds each mutant, and whatever is open then for longer. It has survived when
every test that runs it was run and passed; what was not tried so far is not decided, and counts as
left. All that is left is listed with its difference in `<out>/<module>.txt`. How all stand:
docs/mutation.md.

mutmut's own runner starts the tests anew for every mutant. Here they are collected once, with the
test database made once; every mutant is a fork of that process (and of its database, which is in
memory), and the changed code is put into the function as it lives there, so that every other
module that has imported it runs the change; caches are emptied first.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.mutation import results
from bench.mutation.changes import ROOT, Mutant, all_modules, all_services, sample, source
from bench.mutation.trial import Trial, say, tests_for

DOCUMENT = ROOT / "docs" / "mutation.md"


def main() -> None:
    given = _arguments()
    os.environ["CI"] = "1"  # the same examples every time (tests/conftest.py)
    load, commit = os.getloadavg()[0], _commit()
    trial = Trial(
        _drawn(given),
        jobs=given.jobs,
        seconds=given.seconds,
        longer=given.longer,
        minutes=given.minutes,
        out=given.out,
    )
    quiet = ["-q", "-p", "no:cacheprovider", "--no-header"]
    code = pytest.main([*quiet, *(given.tests or tests_for(trial.modules))], plugins=[trial])
    if not trial.verdicts:
        sys.exit(code or "nothing was tried")
    found = _results(trial, given)
    for each in found:
        results.keep(each, given.out)
        numbers = (each.mutants, each.tried, each.killed, each.undecided)
        say(results.row(each.module, *numbers) + "\n")
    say(results.counted(found) + "\n")
    if given.write:
        now = [results.result_of(name, *_of(trial, name)) for name in given.modules]
        where = f"at commit {commit}, load {load:.1f}"
        results.write(found, DOCUMENT, how=_how(given, now, where))
    sys.exit(code)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("modules", nargs="*", metavar="module", help="record, services, …")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=int, default=30, help="of tests, a mutant")
    parser.add_argument("--longer", type=int, default=120, help="of the others, where it is open")
    parser.add_argument("--minutes", type=float, help="stop trying after so many")
    parser.add_argument("--sample", type=int, help="so many of all of them, drawn by chance")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "mutants")
    parser.add_argument("--tests", nargs="+", help="only these files; else all that may tell")
    parser.add_argument("--left", action="store_true", help="only what the last run left")
    parser.add_argument("--write", action="store_true", help="into docs/mutation.md")
    given = parser.parse_args()
    known = all_modules()
    services = all_services()
    if given.modules == ["services"]:
        given.modules = services
    if unknown := [name for name in given.modules if name not in [*known, *services]]:
        parser.error(
            f"no such module: {', '.join(unknown)}; there are {', '.join([*known, *services])}"
        )
    given.modules = given.modules or known
    return given


def _drawn(given: argparse.Namespace) -> Sequence[tuple[str, int]]:
    if given.left:
        last = [results.kept(name, given.out) for name in given.modules]
        return [(each.module, left.number) for each in last for left in each.left]
    sizes = [(name, len(source(name))) for name in given.modules]
    if given.sample or given.minutes:
        return sample(sizes, seed=given.seed, number=given.sample)
    return [(name, number) for name, size in sizes for number in range(size)]


def _results(trial: Trial, given: argparse.Namespace) -> list[results.Result]:
    """What came of every module; of those left before, the earlier run with this one in it."""
    found = []
    for name in given.modules:
        told, tests = _of(trial, name)
        if given.left:
            before = results.kept(name, given.out)
            found.append(results.after_the_left(before, told, tests))
        else:
            found.append(results.result_of(name, told, tests))
    return found


def _of(trial: Trial, name: str) -> tuple[list[tuple[Mutant, str]], dict[int, tuple[int, int]]]:
    told = [each for each in trial.verdicts if each[0].module == name]
    return told, {number: of for (module, number), of in trial.tests.items() if module == name}


def _commit() -> str:
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def _how(given: argparse.Namespace, found: Sequence[results.Result], where: str) -> str:
    """What was run, to be read beside the figures."""
    tests = f" in {len(given.tests)} places" if given.tests else ""
    seconds = f"{given.seconds} s of tests{tests} a mutant and up to {given.longer} s more"
    tried, of = sum(each.tried for each in found), sum(each.mutants for each in found)
    if given.left:
        return f"{results.AGAIN} {where}, {seconds}: of these {tried}, {results.counted(found)}."
    by = f"{where}, {seconds}: {results.counted(found)}."
    drawn = f", drawn with seed {given.seed}" if tried < of else ""
    return f"{results.LAST} {tried} of {of} mutants of {len(found)} modules{drawn}, {by}"


if __name__ == "__main__":
    main()
