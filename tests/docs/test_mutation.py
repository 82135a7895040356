"""The mutation figures: an honest sample, what was left, and tables that are the program's own."""

from collections import Counter

import pytest

from bench.mutation import results, trial
from bench.mutation.changes import all_modules, all_services, path_of, sample, source
from bench.mutation.living import Put
from mus.sides import side_of

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
    assert trial.tests_for(["sides"]) == ["mus/tests", "tests/mus"]


BEFORE = [side_of(seat) for seat in range(4)]


@pytest.fixture
def put():
    of = source("sides")
    mutants = [of.mutant(number) for number in range(len(of))]
    put = Put(next(each for each in mutants if each.function == "side_of"))
    yield put
    put.off()


def test_a_change_is_put_in_and_taken_out(put):
    assert put.fits
    put.on()
    assert _outcome() != BEFORE
    put.off()
    assert _outcome() == BEFORE


def test_a_test_that_fails_without_the_change_too_is_no_witness(put, monkeypatch):
    monkeypatch.setattr(trial, "runs", lambda test: test())
    assert not trial.tried(put, [lambda: False, lambda: True])
    put.off()
    assert trial.tried(put, [lambda: False, lambda: _outcome() == BEFORE])


def _outcome():
    try:
        return [side_of(seat) for seat in range(4)]
    except Exception as refused:
        return refused


def left(number=3, line=7):
    return results.Left(
        number, "f", line, "alive", f"@@ -{line} +{line} @@\n-    a + b\n+    a - b"
    )


def test_what_is_killed_the_second_time_is_left_no_more():
    before = results.Result("sides", "0", 12, 5, 3, [left(3), left(4)])
    again = [(source("sides").mutant(3), "killed"), (source("sides").mutant(4), "alive")]
    after = results.after_the_left(before, again)
    assert (after.tried, after.killed, after.left) == (5, 4, [left(4)])


DOCUMENT = """Words.
<!-- how: services -->
old
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


def test_the_tables_are_written_between_their_markers(tmp_path):
    file = tmp_path / "mutation.md"
    file.write_text(DOCUMENT, encoding="utf-8")
    told = results.Result("tournament.clock.services", "0", 20, 10, 9, [left()])
    results.write([told], file, how="Last run.")
    assert (
        file.read_text(encoding="utf-8")
        == """Words.
<!-- how: services -->
Last run.
<!-- end: how: services -->
<!-- services -->
| module | mutants | tried | killed | left |
|---|--:|--:|--:|--:|
| `tournament.clock.services` | 20 | 10 | 9 (90.0%) | 1 |
| `tournament.draw.services` | 10 | 10 | 9 (90.0%) | 1 |
| together | 30 | 20 | 18 (90.0%) | 2 |
<!-- end: services -->
<!-- survivors -->
- `tournament/clock/services.py:7` `a + b` → `a - b`
- `tournament/draw/services.py:4` `x` → `y`
<!-- end: survivors -->
More words.
"""
    )
