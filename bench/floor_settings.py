"""The product's settings, with the floor of `bench.hands` beside its pages."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.floor"
