"""A tournament brought in from its file, as a job that tells how far it is."""
