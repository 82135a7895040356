"""A tournament with a delay as it stood: copies of its rows, and reading from one of them."""
