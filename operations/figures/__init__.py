"""Figures for Prometheus: what this process has answered, and how the installation stands."""
