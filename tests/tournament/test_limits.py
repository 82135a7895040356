"""What costs is counted; without the shared cache each process counts for itself."""

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import override_settings

from tournament import limits
from tournament.limits import Limit, TooOften

THREE = Limit("test", 3, 3600)


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    caches["counts"].clear()
    caches["counts_here"].clear()


def test_as_often_as_the_limit_says_and_no_more():
    for _time in range(3):
        limits.spend(THREE, "arizkun")
    with pytest.raises(TooOften) as refused:
        limits.spend(THREE, "arizkun")
    assert (refused.value.status, refused.value.codes) == (429, ("too_often",))
    assert 0 < refused.value.wait <= 3600


def test_each_one_is_counted_for_itself():
    for _time in range(3):
        limits.spend(THREE, "arizkun")
    limits.spend(THREE, "elizondo")
    assert limits.is_spent(THREE, "arizkun")
    assert not limits.is_spent(THREE, "elizondo")


def test_a_thousand_other_names_and_what_is_kept_besides_push_no_count_out():
    for _time in range(3):
        limits.spend(THREE, "arizkun")
    for number in range(1_000):
        limits.count(THREE, f"name-{number}")
        caches["default"].set(f"kept-{number}", b"a picture")
    assert limits.is_spent(THREE, "arizkun")


def test_a_new_window_begins_at_nothing(monkeypatch):
    monkeypatch.setattr("tournament.limits.time", lambda: 7199.0)
    assert [limits.count(THREE, "x") for _time in range(4)] == [1, 2, 3, 4]
    assert limits.seconds_left(THREE) == 1
    monkeypatch.setattr("tournament.limits.time", lambda: 7200.0)
    assert limits.count(THREE, "x") == 1


def test_asking_counts_nothing():
    for _time in range(9):
        assert not limits.is_spent(THREE, "x")


def test_a_shared_cache_that_is_away_is_stood_in_for_by_the_process_itself():
    nobody = "redis://127.0.0.1:1/0"
    away = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": nobody}
    with override_settings(REDIS_URL=nobody, CACHES={**settings.CACHES, "counts": away}):
        assert [limits.count(THREE, "x") for _time in range(4)] == [1, 2, 3, 4]
        assert limits.is_spent(THREE, "x")


def test_a_cache_that_drops_what_it_counts_refuses_nobody(monkeypatch):
    monkeypatch.setattr(caches["counts"], "add", lambda *args, **kwargs: False)
    for _time in range(9):
        limits.spend(THREE, "x")
