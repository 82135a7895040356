"""Preview pictures of shared links, drawn in a separate process, before somebody asks for them."""
