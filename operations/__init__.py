"""What an operator does: backing up, restoring, watching, finding what is wrong."""
