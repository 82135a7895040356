"""Work done behind an answer: asked for in a transaction, done after it, seen until it ends."""
