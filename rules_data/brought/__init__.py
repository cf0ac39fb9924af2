"""Books that users bring: a text of theirs read into provisions on the device, with what a person says of its lines.

Nothing here needs a library: neither what compiles the handbook (pydantic, PyYAML) nor a big dictionary.
"""
