"""Charts in the measures of the drawing."""

from types import SimpleNamespace

from web.templatetags.charts import bar, largest, score_line


def test_a_bar_is_a_part_of_the_longest_and_holds_its_own_parts() -> None:
    parts = bar(6, 12, 3, 0)["parts"]
    assert [(part.length, part.tone) for part in parts] == [(50, 1), (25, 2)]
    assert bar(0, 0)["parts"] == []


def test_the_largest_of_nothing_is_nothing() -> None:
    assert largest([], "tally.stones") == 0
    assert largest([SimpleNamespace(a=SimpleNamespace(b=n)) for n in (2, 5)], "a.b") == 5


def test_a_line_begins_at_nothing_and_the_target_is_above() -> None:
    game = SimpleNamespace(
        number=1, hands=[SimpleNamespace(score=(10, 5)), SimpleNamespace(score=(40, 5))]
    )
    found = score_line(game, ("Getaria", "Orio"), 40)
    (_a, dots, _points), (_b, others, _) = found["lines"]
    assert len(dots) == len(others) == 3
    assert dots[0].y == others[0].y > others[2].y > dots[2].y == found["target"]
