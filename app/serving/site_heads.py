"""What a host of a published site says with each file: as docs/publisher.md tells it."""

from __future__ import annotations

HEADERS = {
    "Cache-Control": "no-cache",  # asked again each time, sent again only when changed
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
}
KINDS = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".pack": "application/octet-stream",
    ".woff2": "font/woff2",
}
