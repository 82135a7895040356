"""Help for organizers and referees, in four languages: docs/help/ made into pages."""
