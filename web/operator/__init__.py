"""Pages of the operator of the installation: its state, accounts, tournaments, jobs."""
