"""The state of a match: stored versions of hands, what follows from them, and what a change would
do."""
