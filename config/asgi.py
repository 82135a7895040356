"""One ASGI application: `/live/…` streams natively, everything else is Django in a few threads.

Django's own ASGI handler runs each sync view through a thread hop per request and is several
times slower than the same views as WSGI in a pool (docs/decisions/0003).
"""

import os
from importlib import import_module

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django = get_wsgi_application()
# Now, so that the first reader does not wait for every view to be imported.
import_module(settings.ROOT_URLCONF)

from config.bodies import whole_bodies  # noqa: E402
from web.live.app import live_application  # noqa: E402  (needs the apps to be loaded)

# No bound on what waits to be sent: a thread hands its answer over and never waits for a reader.
pages = WSGIMiddleware(
    django,  # type: ignore[arg-type]
    workers=settings.WEB_THREADS,
    send_queue_size=0,
)
application = live_application(
    otherwise=whole_bodies(
        pages,  # type: ignore[arg-type]
        most=settings.MAX_BODY_BYTES,
        seconds=settings.BODY_SECONDS,
    )
)
