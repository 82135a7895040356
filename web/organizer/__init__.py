"""The organizers' pages: one folder of views, one of forms."""
