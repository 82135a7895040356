"""What tablets send: actions, carried out in order and once each, or refused; calls."""
