"""Who comes in, and how: sessions, second steps, tokens, invitations, and what is noted of it."""
