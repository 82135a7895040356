"""Why each stone was paid: a settled hand and a match in words, exact chances."""
