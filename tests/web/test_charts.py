"""Charts in the measures of the drawing."""

from types import SimpleNamespace

from django.utils.translation import override

from web import pieces
from web.templatetags import charts
from web.templatetags.charts import (
    bar,
    form_marks,
    largest,
    lines_of,
    place_line,
    rating_line,
    score_line,
)


def test_a_bar_is_a_part_of_the_longest_and_holds_its_own_parts():
    parts = bar(6, 12, 3, 0)["parts"]
    assert [(part.length, part.tone) for part in parts] == [(50, 1), (25, 2)]
    assert bar(0, 0)["parts"] == []


def test_the_largest_of_nothing_is_nothing():
    assert largest([], "tally.stones") == 0
    assert largest([SimpleNamespace(a=SimpleNamespace(b=n)) for n in (2, 5)], "a.b") == 5


def test_a_line_begins_at_nothing_and_the_target_is_above():
    found = lines_of([(0, 0), (10, 5), (40, 5)], ("Getaria", "Orio"), 40, 1)
    (_a, dots, _points), (_b, others, _) = found["lines"]
    assert len(dots) == len(others) == 3
    assert dots[0].y == others[0].y > others[2].y > dots[2].y == found["target"]


def test_a_rating_is_drawn_from_the_oldest_match_on():
    steps = [SimpleNamespace(before=b, after=a) for b, a in ((27.0, 26.0), (25.0, 27.0))]
    found = rating_line(steps)
    ((_side, dots, _points),) = found["lines"]
    assert [dot.x for dot in dots] == [5, 150, 295]
    assert dots[1].y < dots[2].y < dots[0].y == found["target"]
    assert found["label"].endswith("25, 27, 26")


def test_places_are_drawn_with_the_first_place_on_top():
    found = place_line([SimpleNamespace(place=n) for n in (3, 1, 5)])
    ((_side, dots, _points),) = found["lines"]
    assert dots[1].y == found["target"] < dots[0].y < dots[2].y


def test_the_form_has_matches_won_lost_and_tied():
    steps = [SimpleNamespace(won=won) for won in (True, None, False, True)]
    with override("en"):
        found = form_marks(steps)
    assert [y for _x, y, _won in found["marks"]] == [4, 22, 13, 4]
    assert found["label"].endswith("won, lost, tied, won")
    assert (found["won"], found["count"]) == (2, 4)


def test_a_line_is_drawn_when_anything_in_it_is_new_and_then_kept(monkeypatch):
    pieces.cached_pieces.clear()
    drawn: list[int] = []
    made = charts.lines_of
    monkeypatch.setattr(charts, "lines_of", lambda *given: (drawn.append(1), made(*given))[1])

    def said(*scores: tuple[int, int], first: str = "Getaria", target: int = 40, n: int = 1) -> str:
        hands = [SimpleNamespace(score=score) for score in scores]
        return score_line(SimpleNamespace(number=n, hands=hands), (first, "Orio"), target)

    with override("en"):
        one = said((10, 5))
        assert said((10, 5)) == one
        assert len(drawn) == 1
        others = [
            said((10, 6)), said((10, 5), (12, 5)), said((10, 5), first="<Aia>"),
            said((10, 5), target=30), said((10, 5), n=2),
        ]  # fmt: skip
    with override("fr"):
        others.append(said((10, 5)))
    assert len({one, *others}) == len(drawn) == 7
    assert "&lt;Aia&gt;" in others[2]
