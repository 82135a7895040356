"""The draw: made once, from a seed that the log keeps."""
