"""Pages for a pair on its own telephone: signing up, arrival, notices."""
