"""What an organizer can fill in. Only shapes are checked here; services judge the rest."""
