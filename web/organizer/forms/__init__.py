"""The organizers' forms. They check only the form of input; services check the rest."""
