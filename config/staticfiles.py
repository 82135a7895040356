"""Static files whose names contain a hash of their content, so that changed content has a new
address.

These named files exist after `collectstatic` (STATIC_COLLECTED=1, `make run`), and browsers cache
them for a year. Without it, as in a fresh clone, pages use the plain names.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import zopfli.gzip as zopfli
from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

A_YEAR = 31_536_000
SMALL = 100_000


class NamedFiles(CompressedManifestStaticFilesStorage):
    """Collects files under names by content, compressed, and rewrites references to them.

    A file that was not collected keeps its plain name: a page without a picture is better than an
    error.
    """

    support_js_module_import_aggregation = True
    manifest_strict = False

    def url(self, name: str | None, force: bool = False) -> str:
        if name is not None and not force and settings.WHITENOISE_USE_FINDERS:
            return f"{self.base_url}{name}"
        return str(super().url(name, force))

    def create_compressor(self, **options: Any) -> Compressor:
        return Packer(**options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compresses only the named files, because no frequent page uses the plain ones."""
        yield from super().compress_files(set(paths) & set(self.hashed_files.values()))

    def stored_name(self, name: str) -> str:
        """The name by content; the plain one for a file that is not in the manifest."""
        return str(self.hashed_files.get(self.hash_key(self.clean_name(name)), name))


class Packer(Compressor):
    """Makes the smallest possible gzip of small files; a large file would take minutes."""

    @staticmethod
    def compress_gzip(data: bytes) -> bytes:
        if len(data) > SMALL:
            return bytes(Compressor.compress_gzip(data))
        return bytes(zopfli.compress(data))


class StaticFiles(WhiteNoiseMiddleware):
    """Serves static files: named ones may be cached for a year, others as long as the settings
    say."""

    def add_cache_headers(self, headers: Any, path: str, url: str) -> None:
        """Adds to a named file the same Cache-Control as the tablet's packed files have."""
        if self.immutable_file_test(path, url):
            headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
        else:
            super().add_cache_headers(headers, path, url)
