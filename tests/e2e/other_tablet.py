"""The settings, with the tablet's app from another folder: a test deploys a new version there."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403

TABLET_DIST = Path(os.environ["OTHER_TABLET"])
