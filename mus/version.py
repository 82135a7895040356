"""The version of the rules: it changes whenever some hand would be settled otherwise.

Written by `python -m tablet.twin`; do not edit.
"""

RULES_VERSION = "846f34fb7d19"
