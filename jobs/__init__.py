"""Background jobs: queued in a transaction, done after its commit, visible until they end."""
