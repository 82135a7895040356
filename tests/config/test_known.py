"""Settings that must be what others know."""

import os
import subprocess
import sys

import pytest

from config import known
from config.env import EnvError


def test_what_is_not_given_has_its_default():
    assert known.time_zone({}) == "Europe/Madrid"
    assert known.log_level({"LOG_LEVEL": ""}) == "WARNING"
    assert known.address({}, "PUBLIC_URL") == ""
    assert known.origins({}, "CSRF_TRUSTED_ORIGINS") == []


def test_what_others_know_is_taken():
    assert known.time_zone({"TIME_ZONE": "Australia/Brisbane"}) == "Australia/Brisbane"
    assert known.log_level({"LOG_LEVEL": "info"}) == "INFO"
    assert known.address({"PUBLIC_URL": "https://mus.example/"}, "PUBLIC_URL") == (
        "https://mus.example"
    )
    redis = "redis://:word@127.0.0.1:6379/0"
    assert known.address({"REDIS_URL": redis}, "REDIS_URL", known.REDIS) == redis
    origins = {"CSRF_TRUSTED_ORIGINS": "https://a.example, https://*.b.example"}
    assert known.origins(origins, "CSRF_TRUSTED_ORIGINS") == [
        "https://a.example",
        "https://*.b.example",
    ]


@pytest.mark.parametrize("name", ["Mars/Base", "../etc", "Europe", "\0"])
def test_a_time_zone_that_nobody_knows_is_named(name):
    with pytest.raises(EnvError, match="TIME_ZONE"):
        known.time_zone({"TIME_ZONE": name})


def test_a_level_that_nobody_knows_is_named():
    with pytest.raises(EnvError, match="LOG_LEVEL"):
        known.log_level({"LOG_LEVEL": "verbose"})


@pytest.mark.parametrize("given", ["mus.example", "ftp://mus.example", "https://", "://x"])
def test_an_address_without_its_beginning_is_named_and_never_shown(given):
    with pytest.raises(EnvError, match="PUBLIC_URL") as refused:
        known.address({"PUBLIC_URL": given}, "PUBLIC_URL")
    assert "mus.example" not in str(refused.value)
    with pytest.raises(EnvError, match="ORIGINS"):
        known.origins(
            {"CSRF_TRUSTED_ORIGINS": f"https://a.example,{given}"}, "CSRF_TRUSTED_ORIGINS"
        )
    with pytest.raises(EnvError, match="REDIS_URL"):
        known.address({"REDIS_URL": given}, "REDIS_URL", known.REDIS)
    with pytest.raises(EnvError, match="CELERY_BROKER_URL"):
        known.address({"CELERY_BROKER_URL": given}, "CELERY_BROKER_URL", known.BROKERS)


@pytest.mark.parametrize("name", ["REDIS_URL", "CELERY_BROKER_URL"])
def test_an_address_of_a_service_that_cannot_be_one_stops_the_start_by_name(name):
    started = subprocess.run(
        [sys.executable, "-c", "from django.conf import settings; settings.DEBUG"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", name: "localhost:6379"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode != 0
    assert f"{name} is no address: begin it with redis://." in started.stderr
    assert "localhost:6379" not in started.stderr
