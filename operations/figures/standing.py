"""The state of the installation, read at each request for figures: logs, hands, jobs, the disk,
watched values."""

import shutil
from collections.abc import Callable, Iterator

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.models import Max, Model
from django.utils import timezone
from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from delivery.release import release
from jobs import queries as jobs
from operations.backups import shelf
from operations.checks import outside, parts
from operations.figures.answers import REGISTRY
from scoring.models import Hand
from tournament.log.models import Event

CERTIFICATE = "figures.certificate"
Family = type[GaugeMetricFamily] | type[CounterMetricFamily]
_watched: dict[str, tuple[Family, str, Callable[[], float]]] = {}


def watch(name: str, says: str, figure: Callable[[], float], *, counts: bool = False) -> None:
    """Adds a gauge that shows the result of `figure`; with `counts` a counter, named `…_total`. A
    later one replaces an earlier one of the same name."""
    _watched[name] = (CounterMetricFamily if counts else GaugeMetricFamily, says, figure)


def collected() -> CollectorRegistry:
    """All figures of this process and of the installation."""
    return REGISTRY


class DatabaseFigures(Collector):
    """Figures of the whole installation, from the database: every process shows the same."""

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        for name, (family, says, figure) in sorted(_watched.items()):
            yield family(name, says, value=figure())
        yield from _beside()
        usage = shutil.disk_usage(settings.VAR_DIR)
        yield GaugeMetricFamily("mus_disk_free_bytes", "Free where the files are.", usage.free)
        built = GaugeMetricFamily("mus_release", "1, with the release.", labels=["release"])
        built.add_metric([release()], 1)
        yield built
        try:
            yield from _stored()
        except DatabaseError:
            yield GaugeMetricFamily("mus_database_up", "Whether the database answers.", 0)


def _beside() -> Iterator[Metric]:
    """What the installation has besides its database; a figure is absent where it has none."""
    for name, state in (("redis", parts.redis()), ("broker", parts.broker())):
        if state != "not used":
            says = f"Whether the {name} answers and keeps what it is given."
            yield GaugeMetricFamily(f"mus_{name}_up", says, int(state == "ok"))
    if settings.PUBLIC_URL.startswith("https:"):
        left = _certificate_ends() - timezone.now().timestamp()
        says = "Until the certificate of PUBLIC_URL ends; 0: it is not valid or nobody answers."
        yield GaugeMetricFamily("mus_certificate_seconds", says, max(0, left))


def _certificate_ends() -> float:
    """Asked once an hour and process, because it takes a connection."""
    ends: float | None = caches["here"].get(CERTIFICATE)
    if ends is None:
        try:
            ends = outside.valid_until(settings.PUBLIC_URL).timestamp()
        except outside.AWAY:
            ends = 0.0
        caches["here"].set(CERTIFICATE, ends, timeout=3600 if ends else 300)
    return ends


def _stored() -> Iterator[Metric]:
    if connection.vendor == "postgresql":
        used, most = parts.connections()
        says = "Share of the connections that PostgreSQL lets in."
        yield GaugeMetricFamily("mus_database_connections_share", says, used / most)
    events, hands = _newest(Event), _newest(Hand)
    yield GaugeMetricFamily("mus_database_up", "Whether the database answers.", 1)
    yield CounterMetricFamily("mus_events", "Events ever written, of all tournaments.", events)
    yield CounterMetricFamily("mus_hands", "Hands ever written, with their corrections.", hands)
    of_looks = GaugeMetricFamily("mus_jobs", "Jobs by how they look.", labels=["look"])
    for look, count in jobs.counts().items():
        of_looks.add_metric([look], count)
    yield of_looks
    if (backup := shelf.newest()) is not None:
        age = (timezone.now() - backup).total_seconds()
        yield GaugeMetricFamily("mus_backup_age_seconds", "Since the newest backup was made.", age)
    ticked = jobs.last_tick()
    if ticked is not None:
        age = (timezone.now() - ticked).total_seconds()
        yield GaugeMetricFamily("mus_clock_age_seconds", "Since the jobs' clock ticked.", age)


def _newest(model: type[Model]) -> int:
    """The largest primary key, used as a count: rows are not deleted, and counting would cost more
    each day."""
    last_key: int | None = model._default_manager.order_by().aggregate(last=Max("pk"))["last"]
    return last_key or 0


REGISTRY.register(DatabaseFigures())
ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)
