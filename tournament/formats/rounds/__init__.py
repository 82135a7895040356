"""Formats that draw each round when the previous round has ended: Swiss, and formats in which a
pair is out after its n-th lost match."""
