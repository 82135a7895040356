"""Whatever a manifest was edited to, it is said to be none, and nothing breaks off."""

import json

import pytest

from operations.backups import manifest as manifests
from operations.backups.manifest import BadBackup

WHOLE = {
    "engine": "sqlite", "release": "0.1.0", "made_at": "2026-05-24T12:00:00+00:00",
    "migrations": {"tournament": ["0001_initial"]}, "heads": {"cup": [1, "ab"]},
    "rows": {"tournament_pair": 1}, "files": {}, "format": 1,
}  # fmt: skip


def test_a_whole_one_is_read(tmp_path):
    (tmp_path / manifests.NAME).write_text(json.dumps(WHOLE))
    manifests.check_files(tmp_path, manifests.read(tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "[" * 100_000,
        *(json.dumps({**WHOLE, **more}) for more in (
            {"migrations": {"tournament": [{}]}}, {"migrations": {"tournament": [1]}},
            {"heads": {"cup": [1]}}, {"files": {"a" * 5_000: "ab"}}, {"files": {"gone": 3}},
            {"format": "1"}, {"more": 1},
        )),
    ],
    ids=lambda text: text[-40:],
)  # fmt: skip
def test_one_that_was_edited_is_refused(tmp_path, text):
    (tmp_path / manifests.NAME).write_text(text)
    with pytest.raises(BadBackup, match="another"):
        manifests.check_files(tmp_path, manifests.read(tmp_path))
