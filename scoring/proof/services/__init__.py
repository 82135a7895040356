"""What happens: a tournament read in from its file."""
