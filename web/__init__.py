"""The pages that people see: one folder for each audience."""
