"""The models of the room: tables, and the tablets bound to them."""

from tournament.tables.models.device import Device
from tournament.tables.models.table import Table

__all__ = ["Device", "Table"]
