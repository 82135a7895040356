"""What tablets send: actions, carried out in order and once each; calls; actions that were
refused."""
