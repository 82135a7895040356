"""What is asked: frozen dataclasses, nothing written."""
