from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from scrapy_maincontent.page.limits import Deadline, Limits, OutOfTime, guard, is_harmless, trim
from scrapy_maincontent.page.parser import parse

SMALL = Limits(max_attributes=4, max_elements=3000)


def test_an_ordinary_page_passes_as_it_is():
    page = (
        b"<!DOCTYPE html><html><body class='a b'><p>One<br>two</p><script>if (a < b) { x = '<p a b c d e f>' }</script>"
    )
    assert guard(page, SMALL) == (page, False)


@pytest.mark.parametrize("tag", [b"script", b"SCRIPT", b"TextArea", b"xmp"])
def test_raw_text_is_no_markup_however_its_tags_are_spelled(tag):
    page = b"<%b>1 < 2 <p a b c d e f></%b><span>three</span>" % (tag, tag.swapcase())
    assert guard(page, SMALL) == (page, False)


def test_a_tag_that_begins_like_raw_text_is_a_tag():
    page, cut = guard(b"<scripty><p a b c d e f>text</scripty>", SMALL)
    assert cut
    assert b" f" not in page


@pytest.mark.parametrize("page", [b'<script a="b" /><p>c', b"<title/>d", b'<p>e</p class="f" id="g">h'])
def test_odd_tags_that_are_read_in_one_way_pass_as_they_are(page):
    assert guard(page, SMALL) == (page, False)


def test_a_slash_may_be_the_end_of_a_value():
    page = b"<script a=b/><p a b c d e f></script>"
    assert guard(page, SMALL) == (page, False)


@pytest.mark.parametrize("count", [4, 5])
def test_attributes_are_counted_one_by_one(count):
    tag = b"<p " + b" ".join([b"a", b"b='1'", b'c="2"', b"d=3", b"e"][:count]) + b">"
    assert guard(tag, SMALL)[1] is (count > 4)


@pytest.mark.parametrize("page", [b"<p>a<!-->b<p>c", b"<p>a<!-- --!>b<p>c", b"<p>a</b x='>'>b<p>c", b"<p>a<!x '>b<p>c"])
def test_what_is_no_start_tag_is_spelled_plainly(page):
    plain, cut = guard(page, Limits())
    assert (len(plain), cut) == (len(page), False)
    root = parse(plain)
    assert root is not None
    assert "".join(root.itertext()).replace("'>", "") == "abc"


def test_size_is_cut():
    assert guard(b"<p>" + b"x" * 100, Limits(max_bytes=10)) == (b"<p>xxxxxxx", True)


def test_attributes_past_the_limit_are_dropped_and_the_text_stays():
    page, cut = guard(b'<p a=1 b="2" c d=4 e=5 f="six">text</p>', SMALL)
    assert cut
    assert b"six" not in page
    assert b"text" in page
    assert page.startswith(b'<p a=1 b="2"')


@pytest.mark.parametrize(
    "tag",
    [
        b"<p %s>t</p>",
        b"<script %s></script>",
        b"<p x='>' %s>t</p>",
        b'<textarea>a <b "</textarea><p %s>t</p>',
        b'<script>a<b "</script><p %s>t</p>',
        b'<!-- " --><p %s>t</p>',
        b"<p>a</x<title><p %s>t</p>",
        b"<p>a</3 <title><p %s>t</p>",
        b"<script/><p %s>t</p>",
        b"<title a='b'/><p %s>t</p>",
        b"<p>a</p x='><title>'><p %s>t</p>",
        b"<!--><p %s>t</p>",
        b"<!---><p %s>t</p>",
        b"<!-- --!><p %s>t</p>",
        b"<!-- --!><p %s>t</p>-->",
        b"<![CDATA[ <title> ]]><p %s>t</p>",
        b"<!x <title><p %s>t</p>",
        b"<?x <title><p %s>t</p>",
        b"<!x '><p %s>'>t</p>",
    ],
)
def test_an_attribute_flood_never_reaches_the_parser(tag):
    flood = tag % b" ".join(b"a%d='>'" % number for number in range(60_000))
    page, cut = guard(flood, Limits())
    assert cut
    root = parse(page)
    assert root is not None
    assert max(len(element.attrib) for element in root.iter(etree.Element)) <= Limits().max_attributes


@pytest.mark.parametrize("tags", [b"<div>", b"<b>", b"<ul><li>", b"<table><tr><td>", b"<b><div></b>", b"<font><p>"])
def test_nothing_below_a_deep_nest_is_lost(tags):
    page, _ = guard(tags * 40_000 + b"deep" + b"</div>" * 5 + b"<p>after", Limits())
    root = parse(page)
    assert root is not None
    text = " ".join(root.itertext())
    assert "deep" in text
    assert "after" in text


def test_closed_elements_do_not_count_as_nested():
    page = b"<div><b>x</b></div>" * 5000
    assert trim(page, Limits()) == page


def test_elements_past_the_limit_end_the_page():
    page, cut = guard(b"<p>x" * 5000, SMALL)
    assert cut
    assert page == b"<p>x" * 3000


@pytest.mark.slow
@pytest.mark.parametrize(
    "flood",
    [
        b"<!--" * 1_000_000,
        b"<!-" * 1_000_000,
        b"<" * 4_000_000,
        b"<a " * 1_000_000,
        b'<p x="' * 700_000,
        (b'<p x="' * 300 + b">") * 2000,
        b"<script>" * 500_000,
        b"<script></" * 500_000,
        b"<i><div>" + b"<b>" * 990 + b"</i>" * 1_000_000,
        b"<p " + b"=" * 4_000_000,
        b"<!--" + b"-" * 4_000_000,
        b"</div>" * 700_000,
    ],
    ids=lambda flood: flood[:12].decode(),
)
def test_the_scans_never_go_back(flood):
    """One that did would take hours."""
    page, cut = guard(flood, Limits())
    assert len(page) <= max(len(flood), Limits().max_bytes)
    assert cut == (page != flood)
    assert len(trim(flood, Limits())) <= 2 * len(flood)


@given(
    st.lists(st.sampled_from([b"<div a=1>", b"</div>", b"<p>", b"text", b"<!-- c -->", b"<", b'"', b"'", b">", b"<b"]))
)
def test_what_is_within_the_limits_is_never_changed(parts):
    page = b"".join(parts)
    assert guard(page, Limits()) == (page, False)


@given(st.binary(max_size=300), st.integers(1, 5))
def test_any_bytes_pass_the_slow_way_too(body, few):
    limits = Limits(max_attributes=few, max_elements=few)
    page, cut = guard(body, limits)
    assert cut == (len(page) != len(body))
    assert page in (body, trim(body, limits))


@pytest.mark.parametrize("value", [0, -1, "8", None, True, 1.5, float("inf"), 10**30])
def test_a_limit_that_counts_must_be_a_positive_whole_number(value):
    with pytest.raises(ValueError, match="max_bytes"):
        Limits(max_bytes=value)


@pytest.mark.parametrize("value", [0, -1.5, float("nan"), "8", None, True, 10**400])
def test_seconds_must_be_a_positive_number(value):
    with pytest.raises(ValueError, match="seconds"):
        Limits(seconds=value)
    assert Limits(seconds=float("inf")).seconds > Limits(seconds=0.5).seconds


@pytest.mark.parametrize(("elements", "is_proven"), [(5, True), (6, False)])
def test_a_fast_scan_proves_that_elements_are_as_few_as_allowed(elements, is_proven):
    assert is_harmless(b"<p>" * elements, Limits(max_elements=5)) == is_proven


def test_a_deadline_ends_a_page():
    deadline = Deadline(1e-9)
    with pytest.raises(OutOfTime):
        deadline.check()


@pytest.mark.parametrize("nested", [400, 401, 1000])
def test_400_elements_are_nested_at_most(nested):
    page = trim(b"<div>" * nested + b"deep" + b"</div>" * nested, Limits())
    assert page == b"<div>" * 400 + b"deep" + b"</div>" * 400


@pytest.mark.parametrize(("count", "is_cut"), [(512, False), (513, True)])
def test_512_attributes_are_read_of_one_element(count, is_cut):
    tag = b"<p " + b" ".join(b"a%d=1" % number for number in range(count)) + b">text"
    page, cut = guard(tag, Limits())
    assert cut is is_cut
    assert page.count(b"=1") == 512


def test_the_limits_of_a_page_are_those_of_the_documentation():
    limits = Limits()
    assert (limits.max_bytes, limits.max_elements, limits.max_depth) == (8 * 1024 * 1024, 150_000, 256)
    assert (limits.max_attributes, limits.seconds) == (512, 10.0)


@pytest.mark.parametrize(
    ("page", "kept"),
    [
        (b"<table><div></table></div>", b"<table><div></table></div>"),
        (b"<p>a</x class='>'>b", b"<p>a</x" + b" " * 10 + b">b"),
        (b"<p>a<!x '>b", b"<p>a<!xxx>b"),
        (b"<p a b c d e f>g", b"<p a b c d>g"),
        (b"<p a b c d>g", b"<p a b c d>g"),
        (b"<title><p></title><p>" * 2, b"<title><p></title><p>" * 2),
        (b"<script/><p>", b"<script/><p>"),
        (b"<script><p>", b"<script><p>"),
    ],
)
def test_trimmed_markup(page, kept):
    assert trim(page, SMALL) == kept


@pytest.mark.parametrize("name", [b"b", b"div", b"table"])
def test_an_end_tag_that_belongs_to_a_dropped_one_goes_with_it(name):
    nest, end = b"<%b>" % name + b"<u>" * 399, b"</%b>" % name
    page = trim(nest + b"<%b>deep" % name + end + end + b"<s>x", Limits())
    assert page == nest + b"deep" + end + b"<s>x"


@pytest.mark.parametrize(
    ("opened", "end", "nested"),
    [
        (b"<b><div>", b"</b>", 402),  # an end tag of a lower priority does not close a div
        (b"<div><b>", b"</div>", 400),
        (b"<div><table>", b"</div>", 402),
        (b"<table><div>", b"</table>", 400),
        (b"<b><i>", b"</b>", 400),
        (b"<b><p>", b"</b>", 400),
        (b"<p><li>", b"</p>", 400),
    ],
)
def test_what_an_end_tag_closes(opened, end, nested):
    inner = b"<u>" * 400
    page = trim(opened + end + inner, Limits())
    assert page.count(b"<u>") == 800 - nested


@pytest.mark.parametrize(("items", "looks"), [(255, False), (256, True)])
def test_a_deadline_is_looked_at_every_256_items(items, looks):
    watched = Deadline(1e-9).watch(range(items))
    if looks:
        with pytest.raises(OutOfTime):
            list(watched)
    else:
        assert list(watched) == list(range(items))


def test_the_seconds_of_a_page_pass_while_it_waits(monkeypatch):
    monkeypatch.setattr("scrapy_maincontent.page.limits.time", time)  # conftest.py has another clock
    deadline = Deadline(0.001)
    time.sleep(0.002)
    assert deadline.left < 0


def test_what_is_left_of_a_deadline():
    deadline = Deadline(1000)
    assert 0 <= deadline.elapsed < 1000
    assert 0 < deadline.left <= 1000
    assert Deadline(1e-9).left < 0
    deadline.check()
