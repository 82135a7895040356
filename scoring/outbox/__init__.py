"""What a tablet sends: actions in order and once each, calls, what could not be entered."""
