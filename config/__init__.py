"""Settings, URL map and the entry points of the processes (web server, task worker).

Where a broker is named, every process knows the Celery app by which it is reached; where none
is, no process carries Celery.
"""

import os

if os.environ.get("CELERY_BROKER_URL"):
    import config.celery  # noqa: F401
