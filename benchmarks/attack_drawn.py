"""Attacks on what pages are drawn and declared with: structures, style sheets, formulas, code, declarations, days."""

from __future__ import annotations

from itertools import islice

from attack_makers import (
    MILLION,
    PROSE,
    SENTENCE,
    Attack,
    in_head,
    json_ld,
    numbered,
    repeat,
    whole_page,
    within,
)

_DEEP = 300
_QUOTE = '"'
_CELL = "<table><tr><td>mill<td>wheel<tr><td>river"
_QUOTED = "<blockquote><p>The mill stands.</p>"
_ITEM = "<ul><li>The mill stands by the river"


def _deep(opening: str, closing: str, count: int) -> Attack:
    """Return pieces that are nested 300 deep, many of them beside each other."""
    return Attack(count, lambda n: whole_page((opening * _DEEP + closing * _DEEP) * n))


def _styled(rules: str, elements: str, count: int, around: tuple[str, str] = ("", "")) -> Attack:
    """Return a style sheet of many rules, and as many elements; ``%d`` in both is counted up."""

    def make(n: int) -> bytes:
        numbers = rules.count("%d"), elements.count("%d")
        sheet = around[0] + "".join(rules % ((i,) * numbers[0]) for i in range(n)) + around[1]
        return whole_page("".join(elements % ((i,) * numbers[1]) for i in range(n)), f"<style>{sheet}</style>")

    return Attack(count, make)


def _sheets(count: int) -> Attack:
    """Return many style sheets, each with selectors of one class and another, and elements of that class."""

    def make(n: int) -> bytes:
        rules = (",".join(f".a.b{i}x{j}" for j in range(150)) + "{display:none}" for i in range(25 * n))
        sheets = "".join(f"<style>{''.join(islice(rules, 25))}</style>" for _ in range(n))
        return whole_page("".join(f'<p class="a c{i}">mill</p>' for i in range(500 * n)), sheets)

    return Attack(count, make)


BLOCKS = {
    "tables 300 deep": _deep(_CELL, "</table>", 60),
    "lists 300 deep": _deep(_ITEM, "</ul>", 60),
    "quotations 300 deep": _deep(_QUOTED, "</blockquote>", 60),
    "lists in tables in quotations": _deep(_QUOTED + _CELL + _ITEM, "</ul></table></blockquote>", 20),
    "one list of 100,000 items": numbered("<li>The mill of the year %d</li>", 100_000, ("<ol>", "</ol>")),
    "100,000 lists behind a colon": repeat("<p>These are needed:</p><ul><li>flour<li>water<li>salt</ul>", 20_000),
    "20,000 tables with labels between": numbered(
        "<p>Table %d</p><table><tr><th>mill<th>year<tr><td>A<td>%d<tr><td>B<td>%d</table>", 12_000
    ),
    "10,000 quotations of prose": repeat(f"<blockquote><p>{SENTENCE}</blockquote><p>{SENTENCE}", 12_000),
    "figures in figures": _deep("<figure><figcaption>m</figcaption>", "</figure>", 60),
    "code in code": _deep("<div class=highlight><pre><code>a = 1\n", "</code></pre></div>", 30),
    "rows of one make": numbered("<tr class=r><td><a href=/%d>Mill %d</a><td>%d", 35_000, ("<table>", "</table>")),
    "columns of line numbers": numbered(
        "<table class=highlight><tr><td class=gutter><pre>%d</pre><td><pre>mill %d</pre></table>", 12_000
    ),
    "a column of 10^6 line numbers": Attack(
        MILLION,
        lambda n: whole_page(
            f"<table><tr><td><pre>{' '.join(map(str, range(n)))}</pre><td><pre>{'a;' * n}</pre></table>"
        ),
    ),
    "gutters in gutters": _deep("<div class='gutter line-numbers'>1", "</div>", 100),
    "numbers before each line": numbered("<span class=lineno>%d</span>mill\n", 60_000, ("<pre>", "</pre>")),
    "regions of blocks": numbered(
        f"<section id=s%d><nav><a href=/%d>Mill</a></nav><p>{SENTENCE}<div class=share>Share</div></section>", 14_000
    ),
    "further articles": numbered(f"<article><h2>Mill %d</h2><p>{SENTENCE * 4}</article>", 9_000),
    "sidebars in articles": numbered(f"<article><aside><h3>Mill %d</h3></aside><p>{SENTENCE}</article>", 14_000),
}

DRAWN = {
    "a selector of 10^6 parts": _styled(".m%d,", "<p class=m%d>x</p>", 60_000, ("", "b{display:none}")),
    "60,000 rules that hide": _styled(".m%d{display:none}", "<p class=m%d>x</p>", 60_000),
    "rules of a class that all elements have": _styled(".a.m%d{display:none}", '<p class="a m%d b">mill</p>', 60_000),
    "sheets of a class that all elements have": _sheets(100),
    "hidden parts of one line": Attack(
        80_000,
        lambda n: whole_page(f"<p>{'a<span class=m>b</span>' * n}", "<style>.m{display:none}</style>"),
    ),
    "hidden parts in hidden parts": _deep("a<span class=sr-only>", "</span>", 100),
    "open braces of a sheet": _styled("a{b{", "", 120_000, ("", ".m{display:none}")),
    "closed braces of a sheet": _styled("}}display:none", "", 35_000),
    "declarations without a brace": _styled(";display:none", "", 35_000),
    "blanks in a sheet": Attack(
        240_000, lambda n: whole_page("", f"<style>.m{{display{' ' * n}:{' ' * n}none}}</style>")
    ),
    "open comments of a sheet": _styled("/*.m{display:none}", "", 27_000),
    "comments of a sheet": _styled("/**/", "", 120_000, ("", ".m{display:none}")),
    "stars in a comment of a sheet": _styled("*", "", 480_000, ("none/*", "")),
    "20,000 style sheets": in_head("<style>.a{display:none}</style>", 100_000),
    "nested shadow roots": _deep("<div><template shadowrootmode=open><p>mill", "</template></div>", 60),
    "shadow roots": repeat("<x-m><template shadowrootmode=open><slot></slot><p>x</template>y</x-m>", 50_000),
    "10^6 open dollars": repeat("a $b ", MILLION),
    "10^6 double dollars": repeat("$$a ", MILLION),
    "10^6 open round formulas": repeat("\\(a ", MILLION),
    "10^6 open square formulas": repeat("\\[a\n", MILLION),
    "10^6 open environments": repeat("\\begin{align}a ", 400_000),
    "environments in paragraphs": repeat("<p>\\begin{align}a\\end{equation}</p>", 60_000),
    "one formula of 10^6 signs": within("<p>$$", "a_1+", "$$", MILLION),
    "deep MathML": _deep("<math><mrow><msup><mi>x</mi>", "</msup></mrow></math>", 40),
    "wide MathML": within("<math><mrow>", "<mi>x</mi><mo>+</mo>", "</mrow></math>", 70_000),
    "fractions in fractions": _deep("<mfrac><mi>a</mi><mrow>", "</mrow></mfrac>", 60),
    "MathML of 10^6 letters": within("<math><mi>", "x{\\", "</mi></math>", MILLION),
    "TeX of 10^6 letters in an attribute": within('<span class=katex data-tex="', "\\frac{a}", '">x</span>', 400_000),
    "drawings in drawings": _deep("<span class=katex><span class=MathJax>", "</span></span>", 60),
    "drawings without an end": repeat("<span class=katex>x", 100_000),
    "pictures of formulas": repeat('<img class=latex alt="$\\frac{a}{b}$" src="?latex=a^2">', 60_000),
    "scripts of formulas": repeat("x<script type='math/tex'>\\frac{a}{b}</script>", 60_000),
}


def _comments(count: int) -> Attack:
    """Return dated entries of one make, without names: an article's comments are found by that."""
    entry = f"<div><b>Ann Miller</b><i>%d May 2020 10:00</i><p>{SENTENCE}</p></div>"
    return Attack(count, lambda n: whole_page(PROSE * 8 + "".join(entry % (i % 28 + 1) for i in range(n))))


def _graph(part: str, count: int) -> Attack:
    """Return a ``@graph`` of as many things; ``%d`` in each is counted up."""
    numbers = part.count("%d")
    return Attack(
        count,
        lambda n: json_ld('{"@graph":[' + "".join(part % ((i,) * numbers) + "," for i in range(n)), "{}]}", 1).make(1),
    )


DECLARED = {
    "JSON-LD, 10^6 backslashes": json_ld("\\", '{"@type":"Article"}', MILLION),
    "JSON-LD, a text of backslashes": Attack(
        400_000, lambda n: json_ld('{"@type":"Article","headline":"' + "\\" * n, '"}', 1).make(1)
    ),
    "JSON-LD, open comments": json_ld("/* ", '{"@type":"Article"}', 150_000),
    "JSON-LD, comments": json_ld("/**/ // x\n", '{"@type":"Article"}', 48_000),
    "JSON-LD, CDATA in CDATA": json_ld("<![CDATA[", '{"@type":"Article"}', 54_000),
    "JSON-LD, quotes as entities": json_ld("{&quot;@type&quot;:", "}", 24_000),
    "JSON-LD, commas": json_ld('{"a":1,,', "}", 60_000),
    "JSON-LD, objects behind each other": json_ld('{"@type":"Article","headline":"Mill"};', "", 12_000),
    "JSON-LD, line breaks in texts": json_ld('{"a":"b\n', '"}', 60_000),
    "JSON-LD, a ring of references": Attack(
        5_000,
        lambda n: json_ld(
            '{"@graph":['
            + ",".join(f'{{"@id":"#{i}","@type":"Article","author":{{"@id":"#{(i + 1) % n}"}}}}' for i in range(n)),
            "]}",
            1,
        ).make(1),
    ),
    "JSON-LD, 50,000 things": _graph('{"@id":"#%d"}', 35_000),
    "JSON-LD, 5,000 articles": _graph('{"@type":"Article","headline":"Mill %d","url":"/%d"}', 8_000),
    "a day of 100,000 digits": within("<p class=date>", "1", "</p>", 400_000),
    "slashes and dots as days": repeat("<p class=date>1/1.1/1.1/</p>", 40_000),
    "months as days": repeat("<p class=byline>May May 3 May 2020 May", 60_000),
    "by by by": within("<p class=byline>", "by ", "Ann Miller</p>", MILLION),
    "by-lines without names": repeat("<p class=byline>By by von par por di</p>", 60_000),
    "days of declarations": in_head('<meta property="article:published_time" content="2020-05-03T1">', 60_000),
    "one hreflang": in_head(
        '<link rel=alternate hreflang=en href="/en"><link rel=alternate hreflang=x href=//>', 30_000
    ),
    "meta of long values": in_head(f'<meta name=description content="{SENTENCE * 20}">', 4_000),
    "comments by their make": _comments(20_000),
    "comments by their names": numbered(
        f"<li class=comment id=comment-%d><b>Ann</b> <i>3 May 2020</i><p>{SENTENCE}", 20_000, ("<ol>", "</ol>")
    ),
    "a headline of titles": Attack(
        100_000, lambda n: whole_page("<h1>Mill | Wheel</h1>" * (n // 4), f"<title>{'Mill - Wheel | ' * n}</title>")
    ),
    "links of the body": Attack(
        80_000, lambda n: whole_page("<p>" + "".join(f"The <a href=/m/{i}>mill {i}</a> stands. " for i in range(n)))
    ),
    "footnotes": numbered('<sup><a href="#n%d" id="r%d">%d</a></sup> mill <p id="n%d"><a href="#r%d">^</a>', 20_000),
    "names of quotes in regions": Attack(
        20_000,
        lambda n: whole_page(
            "".join(f"<x{_QUOTE * 40}><nav><a href=/{i}>Mill</a> <a href=/b>Wheel</a></nav><p>mill" for i in range(n))
        ),
    ),
    "nested names of quotes around prose": Attack(200, lambda n: whole_page(f"<x{_QUOTE * 100}>{PROSE}" * n)),
}
