"""Rules of a tree of hashes and of a signed head: no database, no clock."""
