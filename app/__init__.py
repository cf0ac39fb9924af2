"""What people touch: Flet screens, the command line and the web server."""
