"""Settings, URL map and the entry points of the processes (web server, task worker).

With a broker, every process loads the Celery app that reaches it; without one, no process loads
Celery.
"""

import os

if os.environ.get("CELERY_BROKER_URL", "").strip():
    import config.celery  # noqa: F401
