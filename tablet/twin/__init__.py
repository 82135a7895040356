"""The same rules in the browser: what `tablet/mus/` takes from this engine.

The modules there settle a hand with no network. Their tables are written by
`python -m tablet.twin`, and their behaviour is held to this engine by settling the same
sampled records (`samples`) in both.
"""

from tablet.twin.samples import sample_record, sample_records
from tablet.twin.tables import data_module, messages_module, rules_version, version_module

__all__ = [
    "data_module",
    "messages_module",
    "rules_version",
    "sample_record",
    "sample_records",
    "version_module",
]
