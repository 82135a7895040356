"""Files made by jobs, or worked on by them: asked for, watched as they grow, fetched."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models.functions import Coalesce, Length
from django.utils import timezone

from jobs import services
from jobs.models import Job, Product, State
from jobs.queries import Look, look_of

KEPT = timedelta(days=1)
ENDED = (State.DONE, State.FAILED)
MOST = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A file and how far it is: `done` of `of` pieces. `look`: how its job stands; `outcome`: what
    the work concluded, in its own words."""

    job: int
    file_name: str
    look: Look
    done: int
    of: int
    asked_at: datetime
    size: int
    asked_for: Mapping[str, Any]
    outcome: Mapping[str, Any]

    @property
    def is_coming(self) -> bool:
        return self.look in ("queued", "running")


@transaction.atomic
def ask(
    name: str, arguments: Mapping[str, Any], *, file_name: str, key: str,
    tournament_id: int | None = None, given: bytes | None = None,
) -> int:  # fmt: skip
    """Asks for a file; returns the number of its job. With the same key it is the same file, tried
    again when it failed. The work is given `key` besides its arguments. `given`: what it is to
    work on, which is kept until it has ended."""
    job = services.ask(name, {**arguments, "key": key}, key=key, tournament_id=tournament_id)
    packed = zlib.compress(given) if given is not None else None
    Product.objects.get_or_create(job_id=job, defaults={"file_name": file_name, "given": packed})
    services.again(job_id=job)
    return job


def given(name: str, key: str) -> bytes | None:
    """What the work is to work on; None when it is there no more."""
    found = Product.objects.filter(job__name=name, job__key=key).exclude(given=None)
    packed = found.values_list("given", flat=True).first()
    return None if packed is None else zlib.decompress(bytes(packed))


def start_over(name: str, key: str) -> None:
    """Lets go of a job that has ended, so that the same can be asked for as if for the first
    time."""
    ended = Job.objects.filter(name=name, key=key, state__in=ENDED)
    ended.filter(product__isnull=False).delete()


def is_known(name: str, key: str) -> bool:
    """Whether this file was asked for already."""
    return Product.objects.filter(job__name=name, job__key=key).exists()


def tell(name: str, key: str, *, done: int, of: int) -> None:
    """Notes how far the work has come."""
    Product.objects.filter(job__name=name, job__key=key).update(done=done, of=of)


def tell_beside(name: str, key: str, *, done: int, of: int) -> None:
    """The same from within a transaction, whose writes nobody sees before its end: seen by those
    who share this cache. Nothing fails when it is away."""
    try:
        cache.set(_beside(name, key), (done, of), timeout=KEPT.total_seconds())
    except Exception:
        log.warning("How far %s is could not be told", name, exc_info=True)


def conclude(name: str, key: str, outcome: Mapping[str, Any]) -> None:
    """Keeps what the work concluded, for whoever asked."""
    Product.objects.filter(job__name=name, job__key=key).update(outcome=dict(outcome))


def deliver(name: str, key: str, content: bytes) -> None:
    """Keeps the file. To be called once, at the end of the work."""
    Product.objects.filter(job__name=name, job__key=key).update(content=content)


def made_for(*, tournament_id: int | None = None, name: str) -> list[ProductRow]:
    """The files of one kind of a tournament, or of none; those asked for last first."""
    found = Product.objects.filter(job__tournament_id=tournament_id, job__name=name)
    sized = found.annotate(size=Coalesce(Length("content"), 0)).defer("content", "given")
    return [_row(product) for product in sized.select_related("job").order_by("-job_id")[:MOST]]


def fetch(*, job_id: int, tournament_id: int | None = None, name: str) -> tuple[str, bytes] | None:
    """The name and content of a file that is done; None where there is none."""
    found = Product.objects.filter(
        job_id=job_id, job__tournament_id=tournament_id, job__name=name, job__state=State.DONE
    )
    product = found.exclude(content=None).first()
    return (product.file_name, bytes(product.content)) if product and product.content else None


def forget() -> int:
    """Throws away what was asked for more than a day ago, and its jobs; returns how many. A job
    that has not ended stays without what it was given."""
    before = timezone.now() - KEPT
    Product.objects.filter(job__asked_at__lt=before, given__isnull=False).update(given=None)
    ended = Job.objects.filter(state__in=ENDED, product__isnull=False)
    old = list(ended.filter(asked_at__lt=before).values_list("pk", flat=True))
    Job.objects.filter(pk__in=old).delete()
    return len(old)


def _row(product: Any) -> ProductRow:
    job = product.job
    done, of = _far(product)
    return ProductRow(
        job=job.pk,
        file_name=product.file_name,
        look=look_of(job, timezone.now()),
        done=done,
        of=of,
        asked_at=job.asked_at,
        size=product.size,
        asked_for=job.arguments,
        outcome=product.outcome or {},
    )


def _far(product: Product) -> tuple[int, int]:
    """How far the work is, by its row, or by what was told beside it while it runs."""
    in_row = (product.done, product.of)
    if product.job.state != State.RUNNING:
        return in_row
    try:
        beside: tuple[int, int] = cache.get(_beside(product.job.name, product.job.key)) or (0, 0)
    except Exception:
        log.warning("How far %s is could not be asked", product.job.name, exc_info=True)
        return in_row
    return max(in_row, beside)


def _beside(name: str, key: str) -> str:
    return f"product.{name}.{key}"
