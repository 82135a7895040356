"""Figures for Prometheus: the answers of this process, and the state of the installation."""
