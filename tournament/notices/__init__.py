"""Notices to a pair that its match is called, for those who asked, and a record of what was
sent."""
