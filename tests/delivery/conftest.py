"""Fixtures of the tests of delivery."""

from tests.delivery.site import site

__all__ = ["site"]
