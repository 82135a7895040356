"""The settings, with the static files of another folder: a test can deploy a new version there."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403

STATICFILES_DIRS = [Path(os.environ["OTHER_STATIC"])]
