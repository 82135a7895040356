"""Days from other installations: whom this one trusts, and what it has taken in from them."""
