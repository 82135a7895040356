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


@pytest.mark.parametrize(
    ("address", "other", "is_one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("arizkun", "elizondo", False),
    ],
)
def test_of_an_ipv6_address_the_network_is_counted(address, other, is_one):
    assert limits.count(THREE, address) == 1
    assert limits.count(THREE, other) == (2 if is_one else 1)


def test_a_costly_request_counts_several_times():
    assert limits.count(THREE, "arizkun", times=3) == 3
    assert limits.is_spent(THREE, "arizkun")
