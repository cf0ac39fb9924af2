"""Guandan (掼蛋): seats run anticlockwise; rules of 2017, with or without the supplement (附件)."""
