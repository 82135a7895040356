"""The services of match days."""
