"""What the pairs themselves say of their result, where no referee sits at the table."""
