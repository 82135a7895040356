"""One file a noun, one view a verb: each checks who asks, then calls one service or query."""
