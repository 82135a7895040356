"""What everybody reads, made once a change."""
