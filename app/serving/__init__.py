"""The door of a server on this machine: who is let in, by which key, and how its sockets speak."""
