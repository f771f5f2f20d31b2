"""Pages made to break an extractor: each attack is a count, and a function that makes a page of that size of it."""

from __future__ import annotations

from attack_drawn import BLOCKS, DECLARED, DRAWN
from attack_makers import (
    MILLION,
    PROSE,
    SENTENCE,
    Attack,
    in_head,
    json_ld,
    nested,
    noise,
    numbered,
    raw,
    repeat,
    shell,
    trap,
    whole_page,
    within,
)

_ENTITIES = "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">' for i in range(20))

STRUCTURE = {
    "10^6 nested div": repeat("<div>", MILLION),
    "10^6 nested div, closed": nested("<div>", "</div>", MILLION // 2),
    "10^6 open b": repeat("<b>", MILLION),
    "10^6 open a": repeat("<a href=/x>", MILLION // 2),
    "misnested b, i, p": repeat("<b><p><i></b>x</p>", 150_000),
    "nested lists": nested("<ul><li>x", "</ul>", 400_000),
    "nested tables": nested("<table><tr><td>x", "</table>", 300_000),
    "nested quotes and sections": nested("<section><blockquote>x", "</blockquote></section>", 150_000),
    "10^6 end tags": repeat("</div>", MILLION),
    "end tags of what is open far above": nested("<x><div><p>", "</x>", 100_000),
    "10^6 p": repeat("<p>x", MILLION),
    "10^6 br": repeat("x<br>", MILLION),
    "table of 10^6 cells": Attack(
        MILLION, lambda n: whole_page("<table>" + ("<tr>" + "<td>1" * 1000 + "</tr>") * (n // 1000) + "</table>")
    ),
    "one row of 10^6 cells": within("<table><tr>", "<td>1", "</table>", MILLION),
    "colspan and rowspan 10^9": repeat(
        "<table><tr><td colspan=999999999 rowspan=999999999>x<td>y<tr><td>z</table>", 20_000
    ),
    "equal cards": repeat('<div class="card"><h3><a href="/m">Mill</a></h3><p>A mill by the river.</p></div>', 70_000),
    "cards, all different": numbered(
        '<div class="c%d"><h3><a href="/m/%d">Mill %d</a></h3><p>Mill %d by the river.</p></div>', 40_000
    ),
    "headings": numbered("<h2 id=h%d>Mill %d</h2>", 100_000),
    "nav elements": numbered("<nav><a href=/%d>Mill %d</a></nav>", 60_000),
    "definition list": numbered("<dt>Mill %d<dd>A wheel", 100_000, ("<dl>", "</dl>")),
    "options": numbered("<option>Mill %d", 150_000, ("<select>", "</select>")),
}

ATTRIBUTES = {
    "50,000 attributes on one element": numbered(" a%d=1", 50_000, ("<p", ">x</p>")),
    "10^6 attributes of one name": within("<p", " class=a", ">x</p>", MILLION),
    "500 attributes on 2,000 elements": Attack(
        2000, lambda n: whole_page(("<p" + "".join(f" a{i}=1" for i in range(500)) + ">x</p>") * n)
    ),
    "a class of 10^6 names": numbered(" c%d", MILLION, ('<p class="', '">x</p>')),
    "classes, all different": numbered('<p class="a%d b%d nav-%d">x</p>', 100_000),
    "a style of 10^6 declarations": within('<p style="', "a:b;", 'display:none">x</p>', MILLION),
    "styles": repeat('<p style="color : red ; display : block ; visibility: visible">x</p>', 60_000),
    "open quote": Attack(MILLION, lambda n: whole_page("<p class='" + "<b>x</b>" * n)),
    "odd names of elements": repeat('<a:b:c x:y:z="1"><é ñ="2"><x"y><h1x><p~>x', 80_000),
}

TEXT = {
    "10^6 entities": repeat("&amp;", MILLION),
    "10^6 numeric entities": repeat("&#x26;", MILLION),
    "10^6 unknown entities": repeat("&mill;", MILLION),
    "8 * 10^6 ampersands": repeat("&", 8 * MILLION),
    "billion laughs": Attack(
        20, lambda _: f'<!DOCTYPE html [<!ENTITY a0 "mill">{_ENTITIES}]><html><body>{PROSE}<p>&a20;'.encode()
    ),
    "10^6 comments": repeat("<!-- -->x", MILLION),
    "10^6 open comments": repeat("<!--", MILLION),
    "comment of dashes": within("<!--", "-", ">x", 8 * MILLION),
    "10^6 declarations": repeat("<!x><?y>", MILLION),
    "10^6 <": repeat("<", 8 * MILLION),
    "text of 50 MB": raw(b"The mill stands by the river. ", 1_700_000),
    "one word of 50 MB": raw(b"mill", 12_500_000),
    "one Japanese line of 8 MB": raw("水車小屋".encode(), 700_000, "utf-8"),
    "page of 100 MB": Attack(280_000, lambda n: whole_page(PROSE * n)),
    "white space of 8 MB": repeat(" \t\n", 2_600_000),
    "bidirectional text": repeat("<p>\u202emill\u2066\u2069\u200f", 150_000),
    "zero-width text": repeat("m\u200bi\u200dl\ufeffl\u00ad", 300_000),
    "combining marks": within("<p>m", "\u0301", "", 3 * MILLION),
    "a sign that stands for 18": repeat("\ufdfa", 2_500_000),
    "lone surrogates": repeat("\ud800x", MILLION),
    "prose without an end": repeat(SENTENCE, 90_000),
    "paragraphs": repeat(PROSE, 20_000),
    "ruby": repeat("<ruby>水<rp>(<rt>みず<rp>)</ruby>", 100_000),
}

LINKS = {
    "200,000 links": numbered("<a href=/mill/%d>mill %d</a> ", 200_000),
    "200,000 links of numbers": numbered("<a href='?page=%d'>%d</a> ", 200_000, ("<div class=pager>", "</div>")),
    "links in paragraphs of numbers": numbered("<p><a href='?page=%d'>%d</a></p>", 60_000),
    '100,000 "next"': numbered("<a href=/m/%d rel=next>Next</a> ", 100_000),
    '100,000 "Next" and "Previous" in lists': numbered(
        "<li><a href=?p=%d>« Previous</a><li><a href=?p=%d>Next »</a>", 50_000, ("<ul>", "</ul>")
    ),
    "trail of 100,000 steps": numbered("<a href=/%d>Mill</a> &gt; ", 100_000, ("<div class=breadcrumb>", "</div>")),
    "100,000 trails": numbered(
        "<p><a href=/>Home</a> » <a href=/m>Mills</a> » <a href=/m/%d>Mill</a> » Wheel</p>", 30_000
    ),
    "separators": repeat("<a href=/>x</a> › ", 150_000),
    "only separators": repeat("» ", 2 * MILLION),
    "lists of links in lists": nested("<ul><li><a href=/m>Mill</a>", "</li></ul>", 200_000),
    "menus": numbered("<ul class=menu><li><a href=/a%d>Mill<li><a href=/b%d>Wheel</a></ul>", 30_000),
    "100,000 links within the page": numbered("<a href='#m%d'>Mill %d</a><p id=m%d>x", 70_000),
    "links within the page, one target": repeat("<a href='#top'>Top</a> ", 150_000),
    "links without text": repeat("<a href=/m></a>", 150_000),
    "links around blocks": numbered("<a href=/%d><div><h2>Mill %d</h2><p>Wheel</div></a>", 35_000),
    "archives of months": numbered("<li><a href=/%d/05/>May %d (7)</a>", 150_000, ("<ul>", "</ul>")),
    "tags of blogs": numbered("<p>Posted in <a href=/tag/%d rel=tag>Mill %d</a> | Comments (3)</p>", 40_000),
    "copyrights": repeat("<p>© 2020 Mill. All rights reserved. <a href=/imprint>Imprint</a></p>", 60_000),
    "dates and names": numbered("<p>By Ann Miller, 3 May 2020 <a href=/%d>Permalink</a>", 60_000),
    "long addresses": Attack(
        1000, lambda n: whole_page("".join(f"<a href=/{'mill/' * 1000}{i}?{'a=b&' * 300}>x</a> " for i in range(n)))
    ),
    "broken addresses": repeat(
        "<a href='http://[::1'>a</a><a href='//[x]:y/'>b</a><a href='http://m:99999999/'>c</a>"
        "<a href='javascript:x'>d</a><a href='http:///'>e</a><a href='\u2100\uff0f'>f</a>",
        25_000,
    ),
    "long base": Attack(
        50_000,
        lambda n: whole_page(
            f"<ul>{''.join(f'<li><a href=x{i}>Mill {i}</a>' for i in range(n))}</ul>",
            f'<base href="https://mill.example/{"水" * 450}/">',
        ),
    ),
    "base of another kind": repeat(
        "<base href='http://[mill'><a href=x>x</a>", 75_000, head="<base href='javascript:0//'>"
    ),
}

NAMES = {
    f"runs of {name}": trap(run)
    for name, run in {
        "spaces": " ",
        "digits": "1",
        "slashes": "/",
        "quotes": "'\"",
        "greater-than": ">",
        "guillemets": "»",
        "dashes": "-",
        "underscores and dashes": "a-_",
        "dots": ".",
        "brackets": "([{",
        "per cent": "%",
        "dates": "1/2-",
        "years": "2020年",
        "queries": "?&=",
        "hashes": "#",
        "page": "page",
        "letters and digits": "a1",
        "changing case": "aB",
        "bars and colons": " | : ",
        "commas": "1,",
        "no-break spaces": "\u00a0\u3000",
        "addresses": "http://",
        "mail": "a@a.",
        "copyrights": "© 2020-",
        "line breaks": "\n \n",
        "stars and hashes": "*#`_[",
    }.items()
}

CHARSETS = {
    "UTF-7": raw(b"+ADw-script+AD4-x+ADw-/script+AD4- mill ", 100_000, "utf-7"),
    "UTF-16 that is ASCII": Attack(20_000, lambda n: whole_page(PROSE * n), "utf-16"),
    "UTF-32 that is ASCII": Attack(20_000, lambda n: whole_page(PROSE * n), "utf-32"),
    "unknown encoding": Attack(20_000, lambda n: whole_page(PROSE * n), "x-mill-9000"),
    "label of 10^6 characters": Attack(20_000, lambda n: whole_page(PROSE * n), "x" * MILLION),
    "10^6 NULs in text": repeat("x\0", MILLION),
    "only NULs": raw(b"\0", 8 * MILLION),
    "only 0xFF": raw(b"\xff", 8 * MILLION),
    "escapes of ISO-2022": raw(b"\x1b$B0\x1b(B", MILLION),
    "escapes of ISO-2022 that lead nowhere": raw(b"\x1b$B", 2 * MILLION, "iso-2022-jp"),
    "HZ": raw(b"~{0~}", MILLION, "hz-gb-2312"),
    "cut characters": raw("水".encode()[:2], 3 * MILLION, "utf-8"),
    **{f"noise as {label}": noise(label) for label in ("utf-8", "shift_jis", "euc-kr", "gb18030", "big5", "koi8-r")},
    "noise without a label": noise(None),
    "declarations": in_head("<meta charset=mill-8>", 100),
}

DATA = {
    "JSON-LD, 499,000 [": json_ld("[", "", 499_000),
    "JSON-LD, a type behind 400,000 blanks": Attack(400_000, lambda n: json_ld('{"@type":' + " " * n, "}", 1).make(1)),
    "names of 400 quotes in each other": Attack(
        200,
        lambda n: "".join(
            f"<x{number}{chr(34) * 400}><ul><li><a href=/{number}>a</a><li><a href=/b>b</a></ul>" for number in range(n)
        ).encode(),
    ),
    "a pre of 400,000 lines in quotes": Attack(
        400_000, lambda n: b"<blockquote>" * 6 + b"<p>The ferry is late again.</p><pre>a" + b"\n" * n + b"b</pre>"
    ),
    'JSON-LD, 80,000 {"a":': json_ld('{"a":', "", 80_000),
    "JSON-LD, closed lists": Attack(249_000, lambda n: json_ld("[" * n, "]" * n, 1).make(1)),
    "JSON-LD, a number of 400,000 digits": json_ld("9", "", 400_000),
    "JSON-LD, a text of 490,000 characters": Attack(
        490_000, lambda n: json_ld('{"@type":"Product","description":"' + "m " * (n // 2), '"}', 1).make(1)
    ),
    "JSON-LD, 10^9 as an exponent": json_ld('{"@type":"Product","price":1e999999999', "}", 1),
    "50 scripts of JSON-LD": Attack(
        50,
        lambda n: whole_page(
            "",
            ('<script type="application/ld+json">{"@graph":[' + '{"@type":"BreadcrumbList"},' * 5_600 + "{}]}</script>")
            * n,
        ),
    ),
    "a shell with strings of paragraphs": shell('"<p>x</p><p>y</p>",', 100_000),
    "a shell with quotes and backslashes": shell('\\"<p', 300_000),
    "a shell with backslashes": shell("\\", MILLION),
    "a shell with open strings": shell('"<p>x</p><p>y</p>' + "\\\\" * 8, 50_000),
    "a shell with a string of 1.9 MB": Attack(
        90_000, lambda n: b'<div></div><script>a("' + b"\\u003cp>mill\\u003c/p>" * n + b'")</script>'
    ),
    "a shell with 100,000 scripts": Attack(100_000, lambda n: b'<script>a="<p>x</p><p>y</p>"</script>' * n),
    "10,000 scripts of JSON-LD": in_head('<script type="application/ld+json">{"@type":"Article"}</script>', 10_000),
    "breadcrumbs of JSON-LD": Attack(
        4000,
        lambda n: json_ld(
            '{"@type":"BreadcrumbList","itemListElement":['
            + ",".join(f'{{"@type":"ListItem","position":{i},"name":"Mill","item":"/{i}"}}' for i in range(n)),
            "]}",
            1,
        ).make(1),
    ),
    "srcset of 10^6 pictures": within('<img alt="mill" src=a.png srcset="', "a.png 2x, ", '">', 700_000),
    "100,000 pictures": numbered('<figure><img src=/%d.png alt="Mill %d"><figcaption>Mill %d</figure>', 45_000),
    "data: URI of 20 MB": Attack(
        20 * MILLION, lambda n: whole_page(f'<img alt="mill" src="data:image/png;base64,{"A" * n}"><p>x')
    ),
    "data: URI of 6 MB": Attack(
        6 * MILLION, lambda n: whole_page(f'<img alt="mill" src="data:image/png;base64,{"A" * n}"><p>x')
    ),
    "10^5 meta": Attack(
        100_000, lambda n: whole_page("", "".join(f'<meta name="m{i}" content="{i}">' for i in range(n)))
    ),
    "10^5 link": Attack(
        100_000, lambda n: whole_page("", "".join(f'<link rel="next m{i}" href="/{i}">' for i in range(n)))
    ),
    "titles": in_head("<title>Mill | Wheel</title>", 100_000),
    "title of 10^6 parts": Attack(MILLION, lambda n: whole_page("", f"<title>{'Mill | ' * n}</title>")),
}

_PAGER = '<div class="pagination"><a href="?page=2">2</a> <a href="?page=%d">Next</a></div>'
_NEXT = '<div class="pagination"><a href="?page=2">Next</a></div><p>x</p>'

FACTS = {
    "formulas in one line": within("<p>a ", "<math><mi>x</mi></math> b ", "", 100_000),
    "dollar signs": within("<p>", "$a b ", "", 200_000),
    "cells that span": within("<table>", "<tr><td colspan=32 rowspan=32>a<td>b", "</table>", 60_000),
    "500 pagers behind headings": Attack(
        500,
        lambda n: whole_page(
            "".join(f"<h2><a href=/m{i}>Mill {i}</a></h2><p>{SENTENCE}" for i in range(60 * n)) + _NEXT * n
        ),
    ),
    "500 pagers behind paragraphs": Attack(
        500, lambda n: whole_page("<p>The mill stands by the river" * 200 * n + _NEXT * n)
    ),
    "pagers behind texts": numbered(f"<p>{SENTENCE}</p>{_PAGER}", 22_000),
    "pagers": numbered(_PAGER, 37_000),
    "nested pagers": Attack(250, lambda n: whole_page((_PAGER % 3)[:-6] * 200 * n)),
    "pictures in paragraphs": numbered(
        f'<p>{SENTENCE}<img src="/%d.png" width=600 height=400 alt="Mill %d">{SENTENCE}</p>', 30_000
    ),
    "pictures in one paragraph": numbered(
        'The mill <img src="/%d.png" width=600 height=400 alt="Mill %d"> stands ', 80_000, ("<p>", "</p>")
    ),
    "long base, links and pictures": Attack(
        25_000,
        lambda n: whole_page(
            "".join(f"<p>{SENTENCE}<a href=x{i}>Mill</a> <img src=y{i} alt=m width=500 height=500>" for i in range(n)),
            f'<base href="https://mill.example/{"a" * 450}/">',
        ),
    ),
    "long base, pagers": Attack(
        37_000,
        lambda n: whole_page("".join(_PAGER % i for i in range(n)), f'<base href="https://mill.example/{"a" * 450}/">'),
    ),
    "site information on one line": repeat(
        "© 2020 Mill. All rights reserved. <a href=/imprint>Imprint</a> <a href=/privacy>Privacy</a><br>", 45_000
    ),
    "lines below entries": numbered(
        "Posted by <a href=/by/%d>Ann Miller</a> on 3 May 2020 | <a href=/c/%d>5 comments</a> | Tags: "
        "<a href=/tag/%d>mills</a><br>",
        35_000,
    ),
    "entries": numbered(
        f"<div class=entry><h2><a href=/e/%d>Mill of the year %d</a></h2><p>3 May 2020</p><p>{SENTENCE}</p>"
        "<a href=/e/%d>Read more</a></div>",
        18_000,
    ),
    "long crumbs": numbered(
        f"<div class=breadcrumb><a href=/>Home</a> &gt; <a href=/m/%d>{'Mill ' * 40}</a> &gt; {'Wheel ' * 40}</div>",
        14_000,
    ),
    "comments": numbered(
        f"<div class=comment id=c%d><span class=author>Ann Miller</span> <time>3 May 2020</time><p>{SENTENCE}</div>",
        22_000,
    ),
    "comments in comments": Attack(
        250,
        lambda n: whole_page(f"<div class=comment><b class=author>Ann</b><p>{SENTENCE}" * 60 * n),
    ),
    "by-lines": repeat('<p class="byline author">By Ann Miller and Bea Turner, 3 May 2020</p>', 60_000),
    "times": repeat('<time datetime="2020-05-03T10:00:00Z">3 May 2020</time> ', 90_000),
    "contents": Attack(
        40_000,
        lambda n: whole_page(
            "<ul class=toc>"
            + "".join(f"<li><a href=#h{i}>Mill {i}</a>" for i in range(n))
            + "</ul>"
            + "".join(f"<h2 id=h{i}>Mill {i}</h2><p>x" for i in range(n))
        ),
    ),
    "tables of tables": Attack(120, lambda n: whole_page("<table><tr><td>x<td>y" * 200 * n)),
    "code": Attack(MILLION, lambda n: whole_page("<pre>" + "a\n\n" * n + "</pre>")),
    "backticks": Attack(MILLION, lambda n: whole_page("<pre>" + "``` " * n + "</pre><p><code>" + "`" * n + "</code>")),
    "lists of one item": repeat("<ul><li>The mill stands by the river.</ul>", 70_000),
    "bold in bold": repeat("<b>m<i>i</i>l<code>l</code></b> ", 37_000),
}

METADATA = {
    "JSON-LD, types in types": Attack(
        400,
        lambda n: json_ld(
            '{"description":"Product","@type":' * n + '"BreadcrumbList ' + "x" * 400_000 + '"', "}" * n, 1
        ).make(1),
    ),
    "JSON-LD, references to many names": Attack(
        2_500,
        lambda n: json_ld(
            '[{"@type":"Article","headline":"Mill","keywords":['
            + ("[" + '{"@id":"x"},' * 49 + '{"@id":"x"}],') * (n // 50),
            '""],"author":['
            + '{"@id":"x"},' * n
            + '""]},{"@id":"x","@type":"Person","name":['
            + ",".join(['"' + "m " * 5000 + '"'] * 20)
            + "]}]",
            1,
        ).make(1),
    ),
    **{
        f"nested {name} around a long text": Attack(MILLION, lambda n, part=part: whole_page(part * 240 + "mill " * n))
        for name, part in (
            ("days", '<div itemscope itemtype="https://schema.org/Article" itemprop=datePublished>'),
            ("times", "<time>"),
            ("authors", "<div class='author byline'>"),
            ("links of authors", "<a rel=author href=/author/x><div>"),
        )
    },
    "trails under a long headline": Attack(
        1_500,
        lambda n: whole_page(
            f"<h1>{'mill ' * 500 * n}</h1>"
            + "<nav aria-label=breadcrumb><a href=/>Home</a> &gt; <a href=/m>Mill</a> &gt; Wheel &gt; <a href=/a>A</a>"
            * n
        ),
    ),
    "JSON-LD, 20,000 authors": Attack(
        20_000,
        lambda n: json_ld('{"@type":"Article","author":[' + '{"@type":"Person","name":"A B"},' * n, "{}]}", 1).make(1),
    ),
    "JSON-LD, addresses of any scheme": Attack(
        5_000,
        lambda n: json_ld(
            '{"@type":"Article","image":[' + '"javascript:x","file:///etc/passwd",' * n,
            '"data:,x"],"url":"gopher://m"}',
            1,
        ).make(1),
    ),
    "meta of any scheme": in_head(
        '<meta property="og:image" content="file:///etc/passwd"><link rel="canonical next prev" href="java\tscript:x">',
        9_000,
    ),
    "links of any scheme": repeat(
        '<p><a href="JavaScript:x">1</a> <a href="java&#9;script:x" rel=next>Next</a> <img src="vbscript:x" alt=m></p>',
        30_000,
    ),
    "microdata": repeat(
        '<div itemscope itemtype="https://schema.org/Article"><span itemprop=author>Ann</span>'
        "<meta itemprop=image content=x>",
        40_000,
    ),
    "trails of microdata": numbered(
        '<li itemprop=itemListElement itemscope itemtype="https://schema.org/ListItem"><a itemprop=item href=/%d>'
        "<span itemprop=name>Mill</span></a><meta itemprop=position content=%d>",
        25_000,
        ('<ol itemscope itemtype="https://schema.org/BreadcrumbList">', "</ol>"),
    ),
    "names without an end": Attack(
        MILLION, lambda n: whole_page("<p class=author>By " + "Ann Miller and " * (n // 4) + "</p>")
    ),
    "dates without an end": Attack(MILLION, lambda n: whole_page("<p>" + "3 May 2020, " * (n // 4) + "</p>")),
    "languages": in_head(
        '<meta http-equiv=content-language content="de,en,fr"><meta name=dc.language content=xx>', 20_000
    ),
    "alternate pages": numbered("<link rel=alternate hreflang=x%d href=/%d>", 60_000),
}

READER = {
    "a tag's name of 10^6 letters": within("<x", "y", ">m", MILLION),
    "an attribute's name of 10^6 letters": within("<p x", "y", "=1>m", MILLION),
    "tags without an end": repeat("<p class=m ", 300_000),
    "end tags with attributes": repeat("<p>m</p class='>' x=1>", 140_000),
    "NULs in tags": repeat("<p\0 cl\0ass=m\0>m\0</p\0>", 140_000),
    "capitals": repeat("<DIV CLASS=M><P>mill</DIV>", 70_000),
    "CDATA": repeat("<![CDATA[ <p>m</p> ]]>", 140_000),
    "conditional comments": repeat("<!--[if IE]><p>m<![endif]--><![if !IE]><p>n<![endif]>", 45_000),
    "document types": repeat("<!DOCTYPE html PUBLIC '-//M//' '>'><p>m", 70_000),
    "selects in selects": repeat("<select><optgroup><option>m<select>", 40_000),
    "formulas": repeat("<math><mi>m</mi><annotation-xml encoding=text/html><p>x</math>", 35_000),
    "attributes without blanks": repeat("<p a='1'b=\"2\"c=3/d/>m", 140_000),
    "one id": repeat("<p id=m><a href=#m>m</a></p>", 70_000),
    "images as image": repeat("<image src=x><isindex prompt=m><listing>m</listing>", 45_000),
    "line ends of all kinds": repeat("<p\r\nclass\r=\nm>\rm\r\n\x0c", 140_000),
}

LEFT_OPEN = {
    "templates": repeat("<template><p>x</p>", 100_000),
    "noscript": repeat("<noscript><p>x</p></noscript>", 100_000),
    "svg": repeat("<svg><path d='M0 0'/><text>x</text></svg>", 70_000),
    "nested svg": nested("<svg><g><foreignObject>", "</foreignObject></g></svg>", 100_000),
    "scripts": repeat("<script>if (a < b) { c('</p>') }</script>", 100_000),
    "open script": Attack(MILLION, lambda n: whole_page("<script>" + "<p>x</p>" * n)),
    "open textarea": Attack(MILLION, lambda n: whole_page("<textarea>" + "<p>x</p>" * n)),
    "open title": Attack(MILLION, lambda n: b"<title>" + b"<p>x</p>" * n),
    "open plaintext": Attack(MILLION, lambda n: whole_page("<plaintext>" + "<p>x</p>" * n)),
    "open style": Attack(MILLION, lambda n: b"<style>" + b"<p>x</p>" * n),
    "10^5 open scripts": repeat("<script><!--<script>", 300_000),
    "10^5 forms and buttons": repeat("<form><button><input><label>x", 80_000),
    "framesets": repeat("<frameset><frame src=x><noframes>x", 60_000),
    "objects": repeat("<object data=x><embed src=y><iframe src=z></iframe>", 60_000),
    "html and body again": repeat("<html lang=x><body class=y><head>", 100_000),
}

GROUPS: dict[str, dict[str, Attack]] = {
    "Structure": STRUCTURE,
    "Attributes": ATTRIBUTES,
    "Text": TEXT,
    "Links": LINKS,
    "Names, texts and addresses": NAMES,
    "Encodings": CHARSETS,
    "Data": DATA,
    "Facts and formats": FACTS,
    "Metadata": METADATA,
    "Left open": LEFT_OPEN,
    "Reader": READER,
    "Blocks": BLOCKS,
    "Style sheets and formulas": DRAWN,
    "Declarations and days": DECLARED,
}
ATTACKS = {name: attack for group in GROUPS.values() for name, attack in group.items()}
