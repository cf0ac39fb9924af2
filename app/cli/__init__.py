"""The ``zhicai`` command."""
