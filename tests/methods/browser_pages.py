"""Small pages and the lines that lynx 2.9 shows of them."""

from __future__ import annotations

RULE = "     " + "_" * 66
WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"

SHOWN = {
    "paragraphs": (
        f"<body><p>{WORDS} fifteen</p><p>Next</p>",
        [
            "   one two three four five six seven eight nine ten eleven twelve thirteen",
            "   fourteen fifteen",
            "",
            "   Next",
        ],
    ),
    "line breaks": ("<body><p>a<br>b<br><br><br>c</p>", ["   a", "   b", "   c"]),
    "divisions": ("<body><div>a</div><div>b<div>c</div></div>", ["   a", "", "   b", "   c"]),
    "sections break no line": ("<body><section>a</section><article>b</article>", ["   ab"]),
    "headings": (
        "<body><h1>A</h1><h2>B</h2><h3>C</h3>d<div><h1>E</h1></div>",
        [" " * 39 + "A", "", "B", "", "  C", "", "   d", "", "E"],
    ),
    "a division ends a heading": ("<body><div><h2><div>a</div>b</h2>c</div>", ["   a", "   bc"]),
    "centred and right": (
        "<body><center>abcd</center><p align=right>ab</p><div align=center><h2>Title</h2></div>",
        [" " * 36 + "abcd", "", " " * 72 + "ab", "", " " * 36 + "Title"],
    ),
    "rules": (
        "<body><p>a</p><hr><p>b</p><hr width=50%>c",
        ["   a", RULE, "", "   b", " " * 21 + "_" * 35, "", "   c"],
    ),
    "lists": (
        "<body>x<ul><li>a<li>b<ul><li>c<ol><li>d<li>e</ol></ul><li>f</ul><ol start=9><li>g<li>h</ol>",
        [
            "   x",
            "     * a",
            "     * b",
            "          + c",
            "              1. d",
            "              2. e",
            "     * f",
            "",
            "    9. g",
            "   10. h",
        ],
    ),
    "terms": (
        "<body><dl><dt>a<dd>b<dt>c<dd>d</dl>e",
        ["   a", "          b", "", "   c", "          d", "", "   e"],
    ),
    "quotes": (
        "<body>a<blockquote>b<p>c</p></blockquote>d<address>e<br>f</address>",
        ["   a", "", "     b", "", "     c", "", "   d", "", "", "    e", "    f"],
    ),
    "preformatted": ("<body><p>a</p><pre>\n  b  c\n\td</pre>e", ["   a", "  b  c", "        d", "", "   e"]),
    "a table": (
        "<body>a<table><tr><th>Name<th>Length<tr><td>long name<td>1<tr><td>x<td align=right>22</table>",
        ["   a", "", "     Name    Length", "   long name 1", "   x             22"],
    ),
    "pictures": (
        "<body>a<img src=/x/y.jpg>b<img src=z.png alt=''>c<img src=z.png alt='A view'>d",
        ["   a [y.jpg] b c A view d"],
    ),
    "links": (
        "<body><a href=a>one</a> <a href=b></a><a href=c><img src=d.gif alt=''></a><a href=e>two</a><a name=f>x</a>",
        ["   [1]one [2]twox"],
    ),
    "a link after a line break": ("<body>a<br><a href=b>c</a><br><sup>1</sup>d", ["   a", "   [1]c", "   ^1d"]),
    "a list of links": (
        "<body><ul><li><a href=a>b</a><li> <a href=c> d</a></ul>",
        ["     * [1]b", "     * [2]d"],
    ),
    "fields": (
        "<form>a <input name=b><input type=checkbox> c <input type=submit value='Go now'></form><button>Find</button>",
        ["   a ____________________ [ ] c Go now", "   (BUTTON) Find"],
    ),
    "a frame": ("<body>a<iframe src=b.html></iframe>c", ["   a", "", "   IFRAME: [1]b.html", "", "   c"]),
    "marks": (
        "<body>x<sup>2</sup> H<sub>2</sub>O <del>a</del> <q>b</q>",
        ['   x^2 H[2]O [DEL: a :DEL] "b"'],
    ),
    "hidden text": (
        "<body>a<p style='display:none'>b</p><noscript><p>c</p></noscript>",
        ["   a", "", "   b", "", "   c"],
    ),
    "links of the head": (
        "<head><title>t</title><link rel=next href=a><link rel=canonical href=b></head><body>c",
        ["   #[1]next", "", "   c"],
    ),
    "a word longer than the line": (f"<body><p>{'a' * 75}", ["   " + "a" * 71, "   aaaa"]),
    "full-width characters": (
        f"<body><p>　{'字' * 36}かな</p>",
        ["   　" + "字" * 34, "   字字かな"],
    ),
    "full-width characters and words": (
        f"<body><p>かな{'字' * 31}abcdef {'字' * 3}",
        ["   かな" + "字" * 30, "   字abcdef 字字字"],
    ),
    "a Japanese list": ("<body><ul><li>項目の一<li>項目（二）</ul>", ["     * 項目の一", "     * 項目（二）"]),
    "signs of Japanese fonts": (
        f"<body><p>かな{'字' * 31}…×字字</p>",
        ["   かな" + "字" * 31 + "…×", "   字字"],
    ),
}
