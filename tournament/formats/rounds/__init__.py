"""Formats whose next round is drawn when the one before it has ended: Swiss, and those in which a
pair is out at its n-th lost match."""
