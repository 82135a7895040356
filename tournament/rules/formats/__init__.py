"""One file a format: who meets next, who is out, what are the standings."""
