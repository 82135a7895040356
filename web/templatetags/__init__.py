"""Filters and tags: parts of a page, and the words for what the queries answer."""
