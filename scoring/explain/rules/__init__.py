"""Rules: chances counted by the engine, without Django."""
