"""The published site as an app for Android: packed into a ready-made shell and signed, all of it by Python.

What lies in ``shell/`` is compiled (by ``assets/build_shell.py``). Here its manifest is given the name and the id of an
association's own edition (``manifest.py``), the files become a package (``package.py``) and are signed (``signing.py``) with a key
that the association keeps (``keys.py``); ``apk.py`` does the whole.
"""
