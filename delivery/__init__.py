"""Published pages: what everybody reads, made once for each change."""
