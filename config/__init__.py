"""Settings, URL map and the entry points of the processes (web server, task worker)."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
