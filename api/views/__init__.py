"""One file for each noun, one view for each verb. A view checks the sender's rights, then calls one
service or query."""
