"""One hall, several referees: a laptop that holds an event's records for all of them, and the devices that join it."""

HALLS = "halls"  # the folder with what each hall knows besides the records, by the event it is of
MEMBERSHIPS = "halls.json"  # beside the journal: which halls this device has joined
