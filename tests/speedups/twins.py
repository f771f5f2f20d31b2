"""Pages that have everything, a model made of numbers, and whether two pages or their measures are the same."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from scrapy_maincontent import speedups
from scrapy_maincontent.methods.crf import Parts
from scrapy_maincontent.methods.crf_features import FEATURES, TOKEN_LEVELS, Lexicon
from scrapy_maincontent.methods.trees import ATTRIBUTES, MOST_LEAVES, VALUES, Boosted, Chain
from scrapy_maincontent.navigation import candidates, entry_lines
from scrapy_maincontent.page import anchors, headings, labelled, microdata, roles, visible
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.stems import MAX_NAME
from scrapy_maincontent.words import UNREAD, class_names, phrases

PAGE = """
<!DOCTYPE html><html lang=" EN "><head><title>One &amp;\n two</title><base href=" /base/ "><meta name=Author content=a>
<link rel="next  canonical" href=?page=2><script>if (a < b) c()</script>
<script type="application/ld+json">{"name": "<b>"}</script></head>
<body class="page é"><header hidden><a href=/>Home</a></header><nav><a href=/a>First</a><a href=/b>second</a> <a>no</a>
</nav>
<main><h1 style="color:red; Display : NONE">Hidden</h1><p>A&nbsp;b \t c<br>after<br/>a break<b> bold </b>and<!-- c -->
on<p>山田\u3000太郎 \u2003x\u00a0</p><pre>\n  kept\n    as is  \n</pre><noscript>none</noscript><dialog open>shown
</dialog><img src="data:x" data-src=" i.png " alt=" an  image "><picture><source srcset="s.png 2x"><img alt=p></picture>
<img style="display:none" src="/w_40/t.png" srcset="/w_80/t.png 80w, /w_800/t.png 800w"><img hidden src=u.png>
<video><source src=v.mp4><p>not played</p></video><select><option>no</select><x-own data-a=1 é=2>own</x-own>
<table><tr><td>1<td>2</table><ul><li>a<li>b</ul></i></main></body></html><p>late<div><div><div><span><p>deep
""".encode()
_FEW = Limits(max_attributes=4)
HARMLESS = (
    (PAGE, Limits()),
    *((markup, _FEW) for markup in (b"<p/a/b/>", b'<a b="', b"a < b <", b"</a b=c>", b"<!-- a > - -- -->", b"<!--")),
    *((markup, _FEW) for markup in (b"<!doctype a 'b' \"c\">", b"<?a?>", b"<script>'<p a b c d e f>'</script>")),
    *((markup, _FEW) for markup in (b"<title>a<b</TITLE>", b"<scripts a=b c='>'>", b"<SCRIPT/><p>", b'</a b="c" >')),
)
"""Markup and limits of which `page.limits.is_harmless` is true."""
HARMFUL = (
    *((PAGE, limits) for limits in (Limits(max_attributes=1), Limits(max_elements=9))),
    *((markup, _FEW) for markup in (b"<p a=1 b = '2' c=\"3\" d>", b"<p a=1 b=2 c=3 d=4 e=5>", b"<script a=b/><p>")),
    *((markup, _FEW) for markup in (b"<!--> -->", b"<!-- --!>", b"<!a '>'>", b'</a b=">">')),
)
UTF_8_KINDS = {
    **dict.fromkeys((b"", b"a" * 20, b"~ {"), 1),
    **dict.fromkeys(("ä".encode(), "a\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff b".encode()), 2),
    **dict.fromkeys(
        (b"\0", b"\x1b(B", b"~{", b"\xef\xbb\xbfa", b"\xc0\x80", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"), 0
    ),
}
"""Bodies, and what `scan.utf_8_kind` returns of each."""
_BOOLEAN_ATTRIBUTES = frozenset(
    (
        *("checked", "compact", "declare", "defer", "disabled", "ismap", "multiple", "nohref", "noresize"),
        *("noshade", "nowrap", "readonly", "selected"),
    )
)
"""Attributes that libxml2 gives their own name as value in a tree, where they have none. Nobody asks for the value."""
SCORED_PAGE = """<html><body class="home page-2"><nav class="mainNav HTMLMenu" id="nav-12" role="Navigation"><ul>
<li class="item"><a href=/>Home</a><li class="item x34y"><a href=/n>All  news, of the day!</a>
<li>\u3000連絡先</ul></nav>
<main itemprop="articleBody" class="Épilogue body"><h1>One day</h1><p class="lead">It was (as ever) a long and quiet
day, and the mill stood there for all of the 40 years that <a href=/m> followed </a> it, in the rain.</p>
<h2>Share this</h2><p>山の上の小さな村では、水車小屋が長いあいだ使われずに立っていた。</p><p>Again a day, and again a
long one, with all of its rain, and the mill, and the day after it.</p><div id="comments"><p>All  news, of the day!
<p>Share this<p>Share this</div><pre>a\n\n  b</pre></main><x-own class=footer><p><a href=/i>Imprint</a> 12.34 €
</x-own><p>Home</body></html>"""
_WORDS = ("day", "mill", "share", "this", "rain", "all", "home", "imprint", "0.0")
_TOKENS = (
    *("c:item", "c:page-0", "c:lead", "w:item", "w:nav", "w:html", "w:menu", "w:main", "ic:nav-0", "iw:nav", "t:li"),
    *("iw:comments", "t:div", "t:p", "t:main", "r:navigation", "p:articlebody", "c:épilogue", "w:pilogue", "w:body"),
)


def same(page, other):
    """Return whether two pages are the same in everything that is asked of them."""
    return not differences(page, other)


def differences(page, other):
    """Return the names of the fields in which two pages differ."""
    own, others = _values(page), _values(other)
    return [name for name in own if own[name] != others[name]]


def _values(page):
    """Return the fields of a page; columns are those that it was filled with, or else those that Python makes of it."""
    values = {field.name: getattr(page, field.name) for field in fields(page) if not field.name.startswith("_")}
    return values | {
        "attrs": [_with_names(own) for own in page.attrs],
        "made": [made(page) for made in (visible, headings, labelled, microdata, roles, anchors)],
    }


def _with_names(own):
    return {name: name if name in _BOOLEAN_ATTRIBUTES and not value else value for name, value in own.items()}


def model_parts(trees=150):
    """Return a made model; with more trees than NumPy adds up in one go, unless told otherwise."""
    elements = {token: number for number, token in enumerate(_TOKENS)}
    weights = {
        level: {token: _weight(number + place) for token, number in elements.items()}
        for place, level in enumerate(TOKEN_LEVELS[:-1])
    }
    weights[TOKEN_LEVELS[-1]] = {word: _weight(number) for number, word in enumerate(_WORDS)}
    tests = np.arange(4 * len(FEATURES))
    arrays = {
        "feature": tests % len(FEATURES),
        "threshold": np.sin(tests * tests).astype(np.float32) * np.float32(3),
        "tree": tests % trees,
        "mask": ~(np.uint32(1) << (tests % (MOST_LEAVES - 1)).astype(np.uint32)),
        "leaves": np.sin(np.arange(trees * MOST_LEAVES)).reshape(trees, MOST_LEAVES),
    }
    chain = np.sin(np.arange(len(ATTRIBUTES) * VALUES)).reshape(-1, VALUES)
    return Parts(
        Lexicon(weights, 0.1), Boosted(arrays, len(FEATURES)), Chain(chain, np.array([[1, -1], [-1, 0.5]])), 0.5
    )


def _weight(number):
    return float(np.float16(np.sin(number)))


def same_measures(measures, others):
    """Tell whether all arrays are the same."""
    return all(
        _equal(getattr(measures, one.name), getattr(others, one.name)) for one in fields(measures) if one.compare
    )


def same_bits(names, texts):
    """Tell whether names and short texts have the same bits by both ways, but for those that are left to Python."""
    texts = [text[: phrases.MAX_TEXT] for text in texts]
    compiled, python = _lexicon().Names(), class_names.PYTHON_READER
    pairs = (
        *zip(compiled.read(names), python.read(names), strict=True),
        *((compiled.meanings(name[:MAX_NAME]), python.meanings(name[:MAX_NAME])) for name in names),
        *zip(_lexicon().Phrases(phrases.PHRASES).read(texts), phrases.PHRASES.read(texts), strict=True),
    )
    return all(bits in (UNREAD, expected) for bits, expected in pairs)


def same_lines(page):
    """Tell whether both ways read the same texts of the links of a page, but for bits that are left to Python."""
    texts, bits = zip(
        *(
            reader.lines(page.pieces, page.piece_starts, page.piece_ends, page.links)
            for reader in (_lexicon().Phrases(phrases.PHRASES), phrases.PHRASES)
        ),
        strict=True,
    )
    return texts[0] == texts[1] and all(one in (UNREAD, other) for one, other in zip(*bits, strict=True))


def same_links(page):
    """Tell whether both ways read the same of the links of a page; the compiled one may take more for entries'."""
    compiled, elements = speedups.load("links"), page.links
    found, (*expected, _) = (
        compiled.addresses(page.attrs, elements),
        candidates.addresses_in_python(page.attrs, elements),
    )
    if found is None:  # attributes that Python has made
        return not elements or isinstance(page.attrs, list)
    *columns, signed = found
    lengths = visible(page)[0]
    return (
        columns == expected
        and {*entry_lines.with_signs(columns[0])} <= {*signed}
        and compiled.link_groups(elements, page.parents, page.ends)
        == candidates.link_groups(elements, page.parents, page.ends)
        and compiled.labels_before(page, elements, lengths) == candidates.labels_before(page, elements, lengths)
    )


def _lexicon():
    return speedups.load("lexicon")


def score_differences(scored, others):
    """Return the names of what two scorers say differently; groups may have any numbers."""
    own, theirs = (each._replace(groups=np.array([*map(_firsts, each.groups)])) for each in (scored, others))
    return [name for name, one, other in zip(own._fields, own, theirs, strict=True) if not _equal(one, other)]


def _firsts(groups):
    """Return the number of the first member of each one's group."""
    first, group = np.unique(groups, return_index=True, return_inverse=True)[1:]
    return first[group]


def _equal(one, other):
    """Compare arrays, or tuples of them."""
    return bool(np.array_equal(one, other)) and np.asarray(one).dtype == np.asarray(other).dtype
