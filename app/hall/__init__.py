"""One hall, several referees: a laptop that holds an event's records for all of them, and the devices that join it."""
