"""Shengji (40分升级): one deck, seats run anticlockwise; rules of the 2015 regulations."""
