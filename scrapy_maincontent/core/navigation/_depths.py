"""Where the links of a trail lead: home, and how deep into the site."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from ._addresses import segments

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates


def starts_home(candidates: Candidates, position: int) -> bool:
    """Tell whether a link leads to the site's top, by its words or its address."""
    return position in candidates.tops


def deepens(candidates: Candidates, addresses: Addresses, positions: list[int] | range) -> bool:
    """Uda 3.3 ① B-6: each address has more segments than the one before."""
    return all(before < after for before, after in itertools.pairwise(_depths(candidates, addresses, positions)))


def sinks(candidates: Candidates, addresses: Addresses, positions: list[int]) -> bool:
    """Tell whether addresses never get shorter, and the last is longer than the first: a trail across two hosts."""
    depths = _depths(candidates, addresses, positions)
    return depths == sorted(depths) and depths[0] < depths[-1]


def leads_here(candidates: Candidates, addresses: Addresses, position: int) -> bool:
    """Tell whether a link leads to a folder of the page's own site that the page is in."""
    href = candidates.links.hrefs[position]
    path, own = segments(addresses.absolute(href)), addresses.own_path
    return len(path) < len(own) and own[: len(path)] == path and addresses.is_local(href)


def _depths(candidates: Candidates, addresses: Addresses, positions: list[int] | range) -> list[int]:
    return [len(segments(addresses.absolute(candidates.links.hrefs[position]))) for position in positions]
