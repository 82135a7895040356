"""Services on accounts: one function for each act. Only services write."""
