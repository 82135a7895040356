"""Changes a tournament behind its back, thousands of times, and asks whether that is found.

`python -m bench.tampering --changes 10000 --processes 2` makes a small championship in a database
in memory, with agreements that a tablet has signed, names that were erased, referees and
whatever else lies beside the play, and tampers with its stored rows, with its events and the texts
beside them, and with its file (as it is, and with every seal and hash made anew). What is not found
is listed in bench/RESULTS.md; docs/trust.md says why it changes nothing.
"""
