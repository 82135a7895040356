"""Changes a tournament behind its back, many times, and asks whether that is found.

Stored rows, events and the texts beside them, and its file: as it is, and with every seal and hash
made anew. docs/trust.md says what is not found, and why it changes nothing.
"""
