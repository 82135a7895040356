"""GET /healthz and GET /readyz."""

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import override_settings

from operations.checks import parts

pytestmark = pytest.mark.django_db


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database cannot be reached."""

    def gone(*_asked: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", gone)


def test_a_healthy_process_says_so(client):
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response.headers["Cache-Control"]


def test_a_database_that_is_away_is_no_reason_to_start_the_process_anew(client, away):
    assert client.get("/healthz").status_code == 200


def test_it_only_answers_questions(client):
    assert client.post("/healthz").status_code == 405


def test_a_process_that_can_do_its_work_is_ready(client):
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok", "database": "ok", "redis": "ok" if settings.REDIS_URL else "not used",
        "broker": "not used", "migrations": "ok", "disk": "ok",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("part", "word", "status"),
    [
        ("disk", "full", 503),
        ("disk", "nearly full", 200),
        ("migrations", "not applied", 503),
        ("broker", "unreachable", 200),
    ],
)
def test_what_keeps_nothing_is_not_ready_and_what_is_only_late_is_degraded(
    client, monkeypatch, part, word, status
):
    monkeypatch.setattr(parts, part, lambda: word)
    response = client.get("/readyz")
    assert (response.status_code, response.json()[part]) == (status, word)
    assert response.json()["status"] == ("degraded" if status == 200 else "not ready")


def test_a_broker_that_is_away_shows_and_stops_nothing(client):
    with override_settings(CELERY_BROKER_URL="redis://127.0.0.1:1/0"):
        from celery import current_app

        current_app.conf.broker_url = "redis://127.0.0.1:1/0"
        response = client.get("/readyz")
    assert (response.status_code, response.json()["broker"]) == (200, "unreachable")


def test_a_redis_that_is_away_shows_and_stops_nothing(client):
    url = "redis://127.0.0.1:1/0"
    redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}
    with override_settings(REDIS_URL=url, CACHES={**settings.CACHES, "default": redis}):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["status"]) == (200, "degraded")
    assert response.json()["redis"] == "unreachable"


def test_without_its_database_it_is_not_ready(client, away):
    response = client.get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "unreachable")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("name", ["127.0.0.1:8000", "web:8000"])
def test_a_supervisor_asks_a_process_by_its_own_address(client, path, name):
    """deploy/healthy.py and deploy/Caddyfile.many do so, where the site has another name."""
    with override_settings(ALLOWED_HOSTS=["mus.example"], SECURE_SSL_REDIRECT=True):
        answer = client.get(path, headers={"host": name})
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        assert answer.headers["Content-Length"] == str(len(answer.content))
        assert client.get("/", headers={"host": name}).status_code in (301, 400)
