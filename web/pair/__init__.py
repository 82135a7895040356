"""What a pair does for itself, on its own telephone."""
