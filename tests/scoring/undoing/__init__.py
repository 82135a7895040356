"""Undo of acts at the desk."""
