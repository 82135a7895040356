"""The referee team and the tables of each referee."""
