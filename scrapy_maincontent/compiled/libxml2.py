"""Where the functions of libxml2 are that lxml works with: in its own module, or in a library which that one loads."""

from __future__ import annotations

import ctypes

from lxml import etree

NAMES = ("htmlNewSAXParserCtxt", "htmlCtxtReadMemory", "xmlCtxtGetLastError", "htmlFreeParserCtxt", "xmlFreeDoc")
"""What the compiled flatten calls."""


def addresses() -> dict[str, int] | None:
    """Return the addresses of `NAMES`, ``None`` where lxml does not let them be seen, as on Windows."""
    try:
        library = ctypes.CDLL(etree.__file__)  # it is loaded already, and stays so
        found = {name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in NAMES}
    except (AttributeError, OSError, TypeError):
        return None
    return {name: address for name, address in found.items() if address}
