"""Days from other installations: whom this one trusts, and what it has fetched from them."""
