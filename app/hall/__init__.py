"""One hall, several referees: a laptop that holds an event's records for all of them, and the devices that join it."""

MEMBERSHIPS = "halls.json"  # beside the journal: which halls this device has joined
