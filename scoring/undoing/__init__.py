"""Undo of acts at the desk: every row that an act changed is again as it was before."""
