"""The app in a browser that runs Python itself: what keeps its data there."""
