"""How a day and an hour are written in each language: one way on every page, with 24 hours.

Django's own differ from page to page, and its English is America's. `LOG_FORMAT`, to the second,
is of this program alone.
"""
