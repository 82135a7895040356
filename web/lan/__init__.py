"""The site on the network of a room without internet: addresses and certificates."""
