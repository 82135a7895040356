"""Services: one function for each act. Only services write."""
