"""What a log tells, and where that parts from what is stored: pure, for any copy of a log."""
