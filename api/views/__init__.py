"""One file for each noun: its bodies and answers, then its viewsets, a method for each verb. A
method checks the sender's rights, then calls one service or query."""
