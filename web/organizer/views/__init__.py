"""One view for each act. A view reads the request, calls one service or a few queries, and
renders."""
