"""Word to a pair that its match is called: to those who asked, and a record of what was sent."""
