"""Files that jobs make or work on: requested, followed, fetched."""

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

from jobs import services as jobs_services
from jobs.models import Job, JobState, Product
from jobs.queries import Look, look_of

KEPT = timedelta(days=1)
ENDED = (JobState.DONE, JobState.FAILED)
MOST = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A file and its progress: `done` of `of` pieces. `look`: the state of its job; `outcome`: the
    result of the work, as a dict."""

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
    tournament_id: int | None = None, input_bytes: bytes | None = None,
) -> int:  # fmt: skip
    """Queues the job for a file; returns the job's id. The same key means the same file; a failed
    one is tried again. The job gets `key` besides its arguments. `input_bytes` are stored until
    the job has ended."""
    job = jobs_services.ask(name, {**arguments, "key": key}, key=key, tournament_id=tournament_id)
    packed = zlib.compress(input_bytes) if input_bytes is not None else None
    Product.objects.get_or_create(job_id=job, defaults={"file_name": file_name, "given": packed})
    jobs_services.again(job_id=job)
    return job


def input_of(name: str, key: str) -> bytes | None:
    """The input bytes of the job; None when they are deleted."""
    products = Product.objects.filter(job__name=name, job__key=key).exclude(given=None)
    packed = products.values_list("given", flat=True).first()
    return None if packed is None else zlib.decompress(bytes(packed))


def start_over(name: str, key: str) -> None:
    """Deletes a job that has ended, so that the same file can be requested again."""
    ended = Job.objects.filter(name=name, key=key, state__in=ENDED)
    ended.filter(product__isnull=False).delete()


def is_known(name: str, key: str) -> bool:
    """Whether this file was already requested."""
    return Product.objects.filter(job__name=name, job__key=key).exists()


def tell(name: str, key: str, *, done: int, of: int) -> None:
    """Stores the progress of the work."""
    Product.objects.filter(job__name=name, job__key=key).update(done=done, of=of)


def tell_beside(name: str, key: str, *, done: int, of: int) -> None:
    """Reports progress through the cache, from inside a transaction, whose writes others cannot see
    yet. Does nothing when the cache cannot be reached."""
    try:
        cache.set(_beside(name, key), (done, of), timeout=KEPT.total_seconds())
    except Exception:
        log.warning("How far %s is could not be told", name, exc_info=True)


def conclude(name: str, key: str, outcome: Mapping[str, Any]) -> None:
    """Stores the outcome of the work."""
    Product.objects.filter(job__name=name, job__key=key).update(outcome=dict(outcome))


def deliver(name: str, key: str, content: bytes) -> None:
    """Stores the file. Call it once, at the end of the work."""
    Product.objects.filter(job__name=name, job__key=key).update(content=content)


def made_for(*, tournament_id: int | None = None, name: str) -> list[ProductRow]:
    """The files of one kind, of a tournament or of none; latest request first."""
    products = Product.objects.filter(job__tournament_id=tournament_id, job__name=name)
    with_size = products.annotate(size=Coalesce(Length("content"), 0)).defer("content", "given")
    return [_row(product) for product in with_size.select_related("job").order_by("-job_id")[:MOST]]


def fetch(*, job_id: int, tournament_id: int | None = None, name: str) -> tuple[str, bytes] | None:
    """The name and content of a finished file; None when there is none."""
    # Asked of the job itself: the key of another table takes no number above those of the database.
    jobs = Job.objects.filter(
        pk=job_id, tournament_id=tournament_id, name=name, state=JobState.DONE
    )
    product = Product.objects.filter(job__in=jobs).exclude(content=None).first()
    return (product.file_name, bytes(product.content)) if product and product.content else None


def forget() -> int:
    """Deletes files requested more than a day ago, and their jobs; returns how many. A job that has
    not ended stays, but loses its input."""
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
    """The progress from the row or, while the job runs, from the cache."""
    in_row = (product.done, product.of)
    if product.job.state != JobState.RUNNING:
        return in_row
    try:
        beside: tuple[int, int] = cache.get(_beside(product.job.name, product.job.key)) or (0, 0)
    except Exception:
        log.warning("How far %s is could not be asked", product.job.name, exc_info=True)
        return in_row
    return max(in_row, beside)


def _beside(name: str, key: str) -> str:
    return f"product.{name}.{key}"
