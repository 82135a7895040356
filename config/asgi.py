"""One ASGI application: `/live/…` is streamed natively, published pages are sent from memory, and
everything else is Django in a few threads.

Django's own ASGI handler switches threads for each request to a sync view, and is several times
slower than the same views as WSGI in a pool (docs/decisions/0003).
"""

import gc
import os
import sys
from importlib import import_module
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config import telemetry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if settings.DATABASE_URL.startswith("sqlite"):
    # REST framework tries to import PostgreSQL's fields, which are not used here. That would load
    # its client, 8 MB that SQLite does not need.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
telemetry.start()  # before the middleware is loaded
django: Any = get_wsgi_application()
# Imported now, so that the first reader does not wait for all views to be imported.
import_module(settings.ROOT_URLCONF)

# Imported after the apps are loaded, because these modules need them.
from config.bodies import Sizes, whole_bodies  # noqa: E402
from config.refusals import well_formed  # noqa: E402
from delivery.cache import Cache  # noqa: E402
from delivery.stamps import Stamps, glance_at  # noqa: E402
from delivery.stream import Live, application_of  # noqa: E402
from jobs.clockwork import beside, ringing  # noqa: E402
from operations.figures.standing import watch  # noqa: E402
from web.operator.guard import may_operate  # noqa: E402

# An unlimited queue: a client that reads slowly must not hold one of the few threads.
pages: Any = WSGIMiddleware(django, workers=settings.WEB_THREADS, send_queue_size=0)
views = whole_bodies(
    pages,
    sizes=Sizes(settings.OPEN_BODY_BYTES, settings.MAX_BODY_BYTES, settings.IMPORT_BYTES),
    seconds=settings.BODY_SECONDS,
    may_send_files=may_operate,
    waiting_requests=settings.WAITING_REQUESTS,
)
stamps = Stamps(glance=glance_at(settings.DATABASES["default"]))
cache = Cache(views, stamps, most_bytes=settings.PUBLISHED_BYTES)
live = Live(stamps, cache)
watch("mus_streams", "Open streams of this process.", lambda: live.streams)
watch("mus_published_pages", "Ready pages in this process's memory.", lambda: len(cache.pages))
watch("mus_published_bytes", "Bytes of these pages.", lambda: cache.pages.weight)
watch("mus_published_answers", "Answers from memory.", lambda: cache.answers, counts=True)
application = well_formed(application_of(live, cache))
application = ringing(application)
if settings.JOBS_HERE:
    application = beside(application)

# Everything loaded so far stays for good, so the garbage collector need not scan it again.
gc.freeze()
