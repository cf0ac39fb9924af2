"""Contract bridge (复式桥牌): seats run clockwise; rules of the 1999 laws."""
