"""What is done with circuits: each act is one transaction under the circuit's lock, one
event of its log, and has its way back (docs/seasons.md)."""
