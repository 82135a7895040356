"""Who stands where, and by which tie-break."""
