"""The mutation figures: an honest sample, what was left, and tables that are the program's own."""

from collections import Counter

import pytest

from bench.mutation import results, trial
from bench.mutation.changes import all_modules, all_services, path_of, sample, source

SIZES = [("small", 10), ("large", 90)]


def test_a_sample_is_drawn_once_each_and_the_same_for_a_seed():
    drawn = sample(SIZES, seed=9, number=40)
    assert len(set(drawn)) == 40
    assert drawn == sample(SIZES, seed=9, number=40)
    assert drawn != sample(SIZES, seed=8, number=40)


def test_however_early_it_ends_a_sample_holds_the_modules_in_their_shares():
    for number in (20, 50, 90):
        held = Counter(name for name, _ in sample(SIZES, seed=1, number=number))
        assert abs(held["small"] - number / 10) <= 1.5, number


def test_a_sample_has_one_of_every_module():
    assert {name for name, _ in sample([("one", 1), ("many", 1000)], seed=1, number=2)} == {
        "one",
        "many",
    }


def test_every_module_that_may_write_is_found():
    assert "scoring.rulings.services.endings" in all_services()
    assert "tournament.draw.services" in all_services()
    assert all(path_of(name).exists() for name in [*all_services(), *all_modules()])


def test_a_service_is_tried_by_the_rooms_the_api_and_the_pages() -> None:
    tests = trial.tests_for(["scoring.rulings.services.tribunal"])
    assert {"tests/scoring/rulings", "tests/tournament/matches"} <= set(tests)
    assert {"tests/api/test_tribunal.py", "tests/web/organizer/test_tribunal.py"} <= set(tests)
    assert "tests/api/test_every_endpoint.py" not in tests
    assert "mus/tests" not in tests
    assert trial.tests_for(["sides"]) == ["mus/tests", "tests/mus", "tests/docs/test_schema.py"]


# What is told of a run


def left(number=3, line=7, verdict="survived"):
    return results.Left(
        number, "f", line, verdict, f"@@ -{line} +{line} @@\n-    a + b\n+    a - b", (4, 4)
    )


def test_what_is_killed_the_second_time_is_left_no_more():
    before = results.Result("sides", "0", 12, 5, 2, [left(3), left(4), left(5)])
    three, four = (source("sides").mutant(number) for number in (3, 4))
    after = results.after_the_left(before, [(three, "killed"), (four, "not decided")], {4: (2, 3)})
    assert (after.tried, after.killed, after.undecided) == (5, 3, 1)
    assert [(each.number, each.tests) for each in after.left] == [(4, (2, 3)), (5, (4, 4))]


def test_a_change_that_was_not_tried_by_all_of_its_tests_says_so_and_counts_as_left() -> None:
    first, second = (source("sides").mutant(number) for number in (3, 4))
    told = [(first, "not decided"), (second, "survived")]
    result = results.result_of("sides", told, {3: (60, 300), 4: (12, 12)})
    assert (result.tried, result.killed, result.undecided) == (2, 0, 1)
    said = [results._short(each) for each in result.left]
    assert [each.endswith(" (not decided: 60 of 300 tests)") for each in said] == [True, False]
    assert results.counted([result]) == "0 killed (0.0%), 1 survived, 1 not decided"


DOCUMENT = """Words.
<!-- how: services -->
Last run: old.
<!-- end: how: services -->
<!-- services -->
| module | mutants | tried | killed | left |
|---|--:|--:|--:|--:|
| `tournament.draw.services` | 10 | 10 | 9 (90.0%) | 1 |
| `tournament.gone.services` | 10 | 10 | 9 (90.0%) | 1 |
<!-- end: services -->
<!-- survivors -->
- `tournament/draw/services.py:4` `x` → `y`
- `tournament/clock/services.py:4` `x` → `y`
- `tournament/gone/services.py:4` `x` → `y`
<!-- end: survivors -->
More words.
"""


def written(tmp_path, told, how):
    file = tmp_path / "mutation.md"
    file.write_text(DOCUMENT, encoding="utf-8")
    results.write([told], file, how=how)
    return file.read_text(encoding="utf-8")


def test_the_tables_are_written_between_their_markers(tmp_path):
    told = results.Result(
        "tournament.clock.services", "0", 20, 10, 8, [left(verdict="not decided"), left(4, 9)]
    )
    assert (
        written(tmp_path, told, "Last run: all.")
        == """Words.
<!-- how: services -->
Last run: all.

Before: old.
<!-- end: how: services -->
<!-- services -->
| module | mutants | tried | killed | left | not decided |
|---|--:|--:|--:|--:|--:|
| `tournament.clock.services` | 20 | 10 | 8 (80.0%) | 2 | 1 |
| `tournament.draw.services` | 10 | 10 | 9 (90.0%) | 1 | – |
| together | 30 | 20 | 17 (85.0%) | 3 | 1 |
<!-- end: services -->
<!-- survivors -->
- `tournament/clock/services.py:7` `a + b` → `a - b` (not decided)
- `tournament/clock/services.py:9` `a + b` → `a - b`
- `tournament/draw/services.py:4` `x` → `y`
<!-- end: survivors -->
More words.
"""
    )


def test_the_figures_of_a_sample_stay_those_of_its_first_run(tmp_path):
    told = results.Result("tournament.draw.services", "0", 20, 10, 10)
    text = written(tmp_path, told, f"{results.AGAIN} at commit a: 10 killed.")
    assert "| `tournament.draw.services` | 10 | 10 | 9 (90.0%) | 1 | – |" in text
    assert f"\nLast run: old. {results.AGAIN} at commit a: 10 killed.\n" in text
    assert "- `tournament/draw/services.py" not in text


def test_some_runs_before_the_last_stay_told_and_what_is_tried_again_is_told_once():
    told = ""
    for number in range(1, 7):
        told = results._told(told, f"{results.LAST} {number}.")
        for more in ("a", "b"):
            told = results._told(told, f"{results.AGAIN} {more}.")
    assert told.split("\n\n") == [
        f"{'Last run' if number == 6 else 'Before'}: {number}. {results.AGAIN} b."
        for number in (6, 5, 4, 3)
    ]


def test_only_a_module_of_which_some_are_left_must_be_as_it_was(tmp_path):
    results.keep(results.Result("sides", "another", 12, 5, 5), tmp_path)
    assert results.kept("sides", tmp_path).killed == 5
    results.keep(results.Result("sides", "another", 12, 5, 4, [left()]), tmp_path)
    with pytest.raises(SystemExit, match="sides has changed since its last run"):
        results.kept("sides", tmp_path)
