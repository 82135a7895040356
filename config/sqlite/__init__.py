"""Django's SQLite backend with one writer a process (see base.py)."""
