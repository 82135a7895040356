"""Sign-up on a public page, with a waiting list; fees and contacts."""
