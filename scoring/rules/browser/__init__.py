"""The same rules in the browser: what `static/js/mus/` takes from this engine.

The modules there settle a hand with no network. Their tables are written by
`python -m scoring.rules.browser`, and their behaviour is held to this engine by settling the same
sampled records (`samples`) in both.
"""

from .samples import sample_record, sample_records
from .tables import data_module, messages_module, rules_version, version_module

__all__ = [
    "data_module",
    "messages_module",
    "rules_version",
    "sample_record",
    "sample_records",
    "version_module",
]
