"""Template filters and tags: parts of pages, and words for the answers of queries."""
