"""Mutation testing: what can be changed, how it is put in, tried and told."""
