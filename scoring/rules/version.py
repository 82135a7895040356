"""The version of the rules: it changes whenever some hand would be settled otherwise.

Written by `python -m scoring.rules.browser`; do not edit.
"""

RULES_VERSION = "c82f83fd1013"
