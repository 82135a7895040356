"""What people see, one folder an audience."""
