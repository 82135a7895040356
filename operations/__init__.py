"""The operator's tools: backups, restoring, figures, checks, imports, removal."""
