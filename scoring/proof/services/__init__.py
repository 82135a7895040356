"""Services: checking, erasing names, writing and rebuilding files."""
