from __future__ import annotations

import pytest
from growth import check_linear

from scrapy_maincontent.navigation import detect
from scrapy_maincontent.navigation.site_info import MAX_BLOCKS, compound
from scrapy_maincontent.page import Kind

SITE = '<ul><li><a href="/about">About us</a></li><li><a href="/privacy">Privacy</a></li></ul>'
ROSES = "<p><a href='/r'>Roses</a></p>"
PROSE = "<p>They bloom in June, as a rule.</p>"


def widened(page):
    """Return the texts of the compound of the page's only site information region."""
    (region,) = (region for region in detect(page) if region.kind == Kind.SITE_INFO)
    first, end = compound(page, region)
    assert first <= region.blocks[0]
    assert end >= region.blocks[1]
    return page.texts[first:end]


def test_lists_of_links_on_both_sides_come_in(read_page):
    body = f'{PROSE}<ul><li><a href="/r">Roses</a></li><li><a href="/b">Bulbs</a></li></ul>{SITE}{ROSES}{PROSE}'
    assert widened(read_page(body)) == ["Roses", "Bulbs", "About us", "Privacy", "Roses"]


def test_the_region_itself_stays_small(read_page):
    regions = detect(read_page(f"{PROSE}{ROSES}{SITE}{ROSES}"))
    assert [region.text for region in regions] == ["About us Privacy"]


@pytest.mark.parametrize(
    "neighbour",
    [
        '<p><a href="/r">Roses, bulbs</a></p>',
        '<p><a href="/r">Roses bloom in June.</a></p>',
        '<p><a href="/r">バラ、球根</a></p>',
        '<p><a href="/r">バラが咲いた。</a></p>',
        '<p><a href="/r">バラが咲いた．</a></p>',
        "<p>Roses</p>",
        '<p><a href="/r">Roses</a> of the north and the south</p>',
        f"<p>{'<a href=/r>Roses</a> ' * 1000}</p>",
    ],
    ids=[
        "comma",
        "full stop",
        "Japanese comma",
        "Japanese full stop",
        "wide full stop",
        "no link",
        "partly linked",
        "too long",
    ],
)
def test_what_stops_it(read_page, neighbour):
    assert widened(read_page(f"{PROSE}{ROSES}{neighbour}{SITE}{neighbour}{ROSES}")) == ["About us", "Privacy"]


def test_a_few_signs_outside_the_links_do_no_harm(read_page):
    body = f'{PROSE}<p><a href="/r">Roses and lilies</a> | <a href="/b">Bulbs and tubers</a></p>{SITE}'
    assert widened(read_page(body)) == ["Roses and lilies | Bulbs and tubers", "About us", "Privacy"]


def test_borders_of_elements_do_not_stop_it(read_page):
    body = f"<main>{PROSE}{ROSES}</main><footer>{SITE}</footer>"
    assert widened(read_page(body)) == ["Roses", "About us", "Privacy"]


def test_no_more_than_its_bound_on_each_side(read_page):
    page = read_page(ROSES * 1000 + SITE + ROSES * 1000)
    assert len(widened(page)) == 2 + 2 * MAX_BLOCKS


def test_the_ends_of_the_page(read_page):
    assert widened(read_page(f"{ROSES}{SITE}{ROSES}")) == ["Roses", "About us", "Privacy", "Roses"]


def test_other_kinds_keep_their_range(read_page):
    page = read_page(f'{ROSES}<div class="pager"><a href="?p=2">2</a> <a href="?p=3">3</a></div>{ROSES}')
    (region,) = detect(page)
    assert compound(page, region) == region.blocks


def test_the_work_grows_no_faster_than_the_regions(read_page):
    def regions_of(n):
        page = read_page(f"{SITE}<hr>{ROSES}" * (20 * n))
        return page, detect(page)

    def widen(found):
        page, regions = found
        for region in regions:
            compound(page, region)

    check_linear(regions_of, widen)
