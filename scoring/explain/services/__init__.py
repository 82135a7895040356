"""Services: counting chances in the background, and storing them."""
