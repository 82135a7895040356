"""The referee team: who has which table."""
