"""Explanations: a settled hand and a match in words, why each stone was paid, exact chances."""
