"""Preview pictures of shared links, drawn in a separate process."""
