"""Pauses of the day: announced, made longer or shorter, ended, called off."""
