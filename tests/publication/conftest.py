"""Fixtures of the publication's tests."""

from tests.publication.site import site

__all__ = ["site"]
