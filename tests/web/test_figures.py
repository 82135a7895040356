"""GET /metrics: what is counted, and for whom."""

import re
from datetime import datetime, timedelta

import pytest
import yaml
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.utils import timezone

from jobs import services as jobs
from operations.figures import standing

pytestmark = pytest.mark.django_db

TOKEN = "a-long-word-that-prometheus-knows"


def figures(client: Client, **headers: str) -> str:
    response = client.get("/metrics", headers=headers)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/plain")
    return response.text


def test_what_is_counted(client):
    client.get("/accounts/login/")
    client.get("/nothing/here")
    standing.watch("mus_streams", "Open streams.", lambda: 7)
    text = figures(client)
    for line in (
        'mus_answer_seconds_count{method="GET",view="access:login"}',
        'mus_answers_total{status="404"}',
        'mus_refusals_total{status="404",view="none"}',
        'mus_jobs{look="queued"} 0.0',
        "mus_hands_total 0.0",
        "mus_events_total 0.0",
        "mus_streams 7.0",
        "mus_database_up 1.0",
        "mus_disk_free_bytes ",
        "process_open_fds ",
    ):
        assert line in text, line


def test_an_address_without_end_is_no_label_without_end(client):
    for number in range(5):
        client.generic(f"VERB{number}", f"/t/cup-{number}/")
    text = figures(client)
    assert "cup-3" not in text
    assert "VERB" not in text


@pytest.mark.parametrize(
    "headers", [{"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}]
)
def test_another_machine_and_what_a_proxy_passed_on_see_nothing(client, headers):
    assert client.get("/metrics", headers=headers).status_code == 404
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 404


def test_with_a_key_it_is_for_whoever_has_it_and_nobody_else(client, settings):
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer guess"}).status_code == 404
    figures(client, Authorization=f"Bearer {TOKEN}")


def test_prometheus_asks_a_process_by_its_own_address(client, settings):
    settings.ALLOWED_HOSTS = ["mus.example"]
    figures(client, Host="127.0.0.1:8001")
    assert client.get("/metrics", headers={"host": "rebound.example"}).status_code == 400
    settings.METRICS_TOKEN = TOKEN
    figures(client, Host="web:8000", Authorization=f"Bearer {TOKEN}")
    guess = {"host": "web:8000", "Authorization": "Bearer guess"}
    assert client.get("/metrics", headers=guess).status_code == 400


def test_a_database_that_is_away_leaves_the_other_figures(client, monkeypatch):
    from django.db import OperationalError

    def away():
        raise OperationalError("gone")

    monkeypatch.setattr(standing, "_stored", away)
    assert "mus_database_up 0.0" in figures(client)


@pytest.mark.parametrize("file", ["deploy/grafana.json", "deploy/alerts.yml"])
def test_dashboard_and_alerts_ask_only_for_figures_that_there_are(
    client, root, settings, monkeypatch, file
):
    monkeypatch.setattr(standing.shelf, "newest", timezone.now)
    for name in ("redis", "broker"):
        monkeypatch.setattr(standing.parts, name, lambda: "ok")
    settings.PUBLIC_URL = "https://mus.example"
    monkeypatch.setattr(standing, "_certificate_ends", lambda: 0.0)
    monkeypatch.setattr(standing.connection, "vendor", "postgresql")
    monkeypatch.setattr(standing.parts, "connections", lambda: (4, 97))
    client.get("/nothing/here")
    jobs.tick()
    asgi = (root / "config/asgi.py").read_text()
    text = figures(client) + asgi
    asked = set(re.findall(r"mus_[a-z_]+", (root / file).read_text()))
    assert len(asked) > 5
    assert [name for name in asked if name.removesuffix("_total") not in text] == []


@pytest.mark.parametrize(("state", "up"), [("ok", 1), ("unreachable", 0), ("read-only", 0)])
def test_redis_and_broker_are_figures_where_there_are_any(client, monkeypatch, state, up):
    assert "mus_redis_up" not in figures(client)
    assert "mus_broker_up" not in figures(client)
    monkeypatch.setattr(standing.parts, "redis", lambda: state)
    monkeypatch.setattr(standing.parts, "broker", lambda: state)
    text = figures(client)
    assert f"\nmus_redis_up {up:.1f}\n" in text
    assert f"\nmus_broker_up {up:.1f}\n" in text


def test_the_certificate_is_asked_for_once_an_hour_and_one_that_is_not_valid_is_0(
    client, settings, monkeypatch
):
    assert "mus_certificate_seconds" not in figures(client)
    settings.PUBLIC_URL = "https://mus.example"
    asked: list[str] = []

    def ends(url: str) -> datetime:
        asked.append(url)
        if len(asked) == 1:
            raise OSError("certificate has expired")
        return timezone.now() + timedelta(days=20)

    monkeypatch.setattr(standing.outside, "valid_until", ends)
    caches["here"].clear()
    assert "\nmus_certificate_seconds 0.0\n" in figures(client)
    caches["here"].clear()
    for _time in range(2):
        found = re.search(r"\nmus_certificate_seconds (\S+)\n", figures(client))
        assert found
        assert 19 * 86400 < float(found[1]) < 20 * 86400
    assert len(asked) == 2
    caches["here"].clear()


@pytest.mark.postgres
def test_the_share_of_connections_is_a_figure_of_postgresql(client):
    found = re.search(r"\nmus_database_connections_share (\S+)\n", figures(client))
    assert bool(found) == (connection.vendor == "postgresql")
    if found:
        assert 0 < float(found[1]) <= 1


def test_alerts_say_what_to_do(root):
    (group,) = yaml.safe_load((root / "deploy/alerts.yml").read_text())["groups"]
    assert len(group["rules"]) > 7
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in group["rules"])


def test_counters_are_counters_and_say_no_time_of_creation(client):
    standing.watch("mus_tries", "Tries.", lambda: 3, counts=True)
    try:
        text = figures(client)
    finally:
        standing._watched.pop("mus_tries")
    assert "# TYPE mus_tries_total counter" in text
    assert "mus_tries_total 3.0" in text
    assert "_created" not in text
