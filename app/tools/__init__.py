"""One number, one picture, one schedule: calculators, clocks and competitions, each with its working and its clause."""
