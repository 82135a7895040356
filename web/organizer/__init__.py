"""What organizers see and do: one folder of views, one of forms."""
