"""The game of six that the tests add to the program."""
