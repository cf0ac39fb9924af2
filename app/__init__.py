"""What people touch: Flet screens, the command line and the web server."""

__version__ = "0.3.0"
"""Of the program: `pyproject.toml`, the command line, the screens and the receipts read it here."""
