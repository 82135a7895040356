"""Keeps the browser's rules in `tablet/mus/` equal to this engine's.

The JavaScript modules settle a hand without network. `python -m tablet.twin` writes their tables.
Their behaviour is checked by settling the same sampled records (`samples`) in both engines.
"""

from tablet.twin.samples import SELDOM_SAMPLED, sample_record, sample_records
from tablet.twin.tables import data_module, messages_module, rules_version, version_module

__all__ = [
    "SELDOM_SAMPLED",
    "data_module",
    "messages_module",
    "rules_version",
    "sample_record",
    "sample_records",
    "version_module",
]
