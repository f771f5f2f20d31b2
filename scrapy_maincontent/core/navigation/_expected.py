"""The page's own address with the page's number one on: what leads there is the next page, whatever it says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...page import columns
from ._addresses import origin
from ._page_forms import is_numbered, page_form

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

_PATHS = ("page/2", "page-2", "seite/2", "seite-2", "pagina/2", "pagina-2", "strona/2")
_PARAMETERS = ("page=2", "p=2", "paged=2", "pg=2", "seite=2", "pagina=2", "strona=2")
"""What the first page's address has behind it where it leads to the second one."""
_SECOND = ("2", "2/")
"""What all of these end with."""
_ENDS = (*(path + end for path in _PATHS for end in ("", "/")), *_PARAMETERS)


def expected(own: str) -> set[str]:
    """Return the addresses, absolute and as a page may write them, that the next page is likely to have."""
    own = own.partition("#")[0]
    path, _, query = own.partition("?")
    number = page_form(own).number
    if number is None:
        base = path.rstrip("/") + "/"
        found = {f"{base}{added}{end}{query and '?' + query}" for added in _PATHS for end in ("/", "")}
        found |= {f"{path}?{query and query + '&'}{added}" for added in _PARAMETERS}
    else:
        plain = re.compile(rf"(?<!\d){number}(?!\d)")
        spans = [match.span() for match in plain.finditer(own, len(origin(own)))]
        found = {f"{own[:start]}{number + 1}{own[end:]}" for start, end in spans}
        found = {url for url in found if page_form(url).number == number + 1}
    host = len(origin(own))
    return found | {url[host:] for url in found} | {url[len(path) :] for url in found if url.startswith(path + "?")}


def expected_seeds(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Beyond the paper: the links whose address is the page's own with its number one on ("Load more")."""
    if not addresses.own:
        return []
    own, hrefs = addresses.own, candidates.links.hrefs
    _, asks, query = own.partition("?")
    behind = asks + query
    ends = (*_SECOND, *(f"{second}{behind}" for second in _SECOND)) if asks else _SECOND
    seconds = columns.with_end(hrefs, ends)
    if not any(hrefs[position].removesuffix(behind).endswith(_ENDS) for position in seconds) and not is_numbered(own):
        return []  # true of most pages, and told without the addresses that might be there
    return columns.among(hrefs, frozenset(expected(own)))
