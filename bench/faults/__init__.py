"""What breaks while hands come in, and what is left afterwards: nothing lost, nothing doubled."""
