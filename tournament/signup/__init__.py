"""Signing up without the desk: by a public page, with a waiting list; fees and contacts."""
