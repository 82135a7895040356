"""Django's SQLite backend with one writer at a time in each process (see base.py)."""
