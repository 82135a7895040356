"""Pages of whoever runs the installation: how it is, accounts, tournaments, jobs."""
