"""Help for organizers and referees, in four languages: pages made from docs/help/."""
