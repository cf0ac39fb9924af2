"""The app as it is started: its window with everything in it, in a browser, on the desktop, served or published."""
