"""What a signature takes in the Python of a browser, run by Node.js: ``python -m tests.benchmarks.signing``.

A record is signed as it is saved, its predecessor's signature verified: a signature may take 30 ms there.
"""

from __future__ import annotations

from tests.app.journal.test_ed25519 import in_pyodide

AIM = 30  # ms


def main() -> None:
    """Print the figures."""
    said = in_pyodide()
    for name, what in (("first", "first public key"), ("sign", "signature"), ("verify", "verification")):
        print(f"{what}: {said[name]:.1f} ms (aim {AIM} ms)")


if __name__ == "__main__":
    main()
