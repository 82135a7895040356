"""What is true: counted by the engine, without Django."""
