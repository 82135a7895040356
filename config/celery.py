"""The task queue: a broker when CELERY_BROKER_URL names one, otherwise tasks run in-process."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("mus")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
