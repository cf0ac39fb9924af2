"""The app as a static site: made by ``zhicai publish``, run by Python in the browser, served by any web host."""
