"""Counts the answers of this process."""

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # else a time of creation beside each
REGISTRY = CollectorRegistry()
"""Our own registry, so that counters of libraries in the default one are not shown."""

SECONDS = Histogram(
    "mus_answer_seconds",
    "How long answers took, by view.",
    ("view", "method"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
ANSWERS = Counter("mus_answers", "Answers by status.", ("status",), registry=REGISTRY)
REFUSED = Counter(
    "mus_refusals", "Requests that were refused: 4xx and 503, by view.", ("view", "status"),
    registry=REGISTRY,
)  # fmt: skip


def answered(*, view: str, method: str, status: int, seconds: float) -> None:
    """Counts one answer."""
    SECONDS.labels(view, method).observe(seconds)
    ANSWERS.labels(status).inc()
    if 400 <= status < 500 or status == 503:
        REFUSED.labels(view, status).inc()
