"""How dates and times are written in each language: the same on every page, with 24 hours.

Django's own formats differ from page to page, and its English is American. `LOG_FORMAT`, with
seconds, is this program's own.
"""
