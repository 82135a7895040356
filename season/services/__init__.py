"""What is done with circuits: each act is one transaction under the circuit's lock, kept as a
`CircuitAct`, and has its way back (docs/seasons.md)."""
