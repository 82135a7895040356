"""The plain WSGI application: every page and the API, without the live stream."""

import os

from django.core.wsgi import get_wsgi_application

from config import telemetry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

telemetry.start()  # before the middleware is loaded
application = get_wsgi_application()
