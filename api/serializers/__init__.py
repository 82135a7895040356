"""What requests and answers look like. Nothing here saves."""
