"""What is true: pure Python."""
