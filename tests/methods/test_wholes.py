"""Tables, lists, code and quotations put into invented articles are kept whole; boxes beside them are not taken."""

from __future__ import annotations

import re

import pytest
from crf_pages import page_of

from scrapy_maincontent import extract
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.wholes import decided_whole

ARTICLES = {
    "en": (
        "The old mill at the ford was built by three brothers, who had come up the river with a cart of tools and a dog.",
        "For ninety years it ground the corn of eleven villages, and in dry summers the farmers waited at its door for days.",
        "What the commission found when it opened the books last autumn is shown here, as far as the pages could be read.",
        "Nobody in the valley had expected such figures, and the council has asked two historians to look at them again.",
        "Until they have answered, the mill stays closed to visitors, but the path along the race is open all the year.",
    ),
    "de": (
        "Die alte Mühle an der Furt wurde von drei Brüdern gebaut, die mit einem Karren voll Werkzeug heraufgekommen waren.",
        "Neunzig Jahre lang mahlte sie das Korn von elf Dörfern, und in trockenen Sommern warteten die Bauern tagelang davor.",
        "Was die Kommission fand, als sie im Herbst die Bücher aufschlug, steht hier, soweit die Seiten noch zu lesen waren.",
        "Niemand im Tal hatte mit solchen Zahlen gerechnet, und der Rat hat zwei Historiker gebeten, sie noch einmal anzusehen.",
        "Bis sie geantwortet haben, bleibt die Mühle für Besucher geschlossen, der Weg am Mühlbach aber ist das ganze Jahr offen.",
    ),
    "ja": (
        "渡しの古い水車小屋は、道具を積んだ荷車と一匹の犬を連れて川をさかのぼってきた三人の兄弟によって建てられた。",
        "九十年にわたって十一の村の穀物をひき、乾いた夏には農夫たちが何日も戸口で順番を待っていたという。",
        "昨年の秋に委員会が帳簿を開いて見つけたものを、読み取ることのできた範囲で以下に示す。",
        "谷の人びとはこれほどの数字を予想しておらず、議会は二人の歴史家にもう一度調べるよう依頼した。",
        "その答えが出るまで水車小屋は閉じられているが、水路に沿った道は一年じゅう歩くことができる。",
    ),
    "ru": (
        "Старую мельницу у брода построили три брата, которые поднялись по реке с телегой инструментов и одной собакой.",
        "Девяносто лет она молола зерно одиннадцати деревень, и в сухое лето крестьяне днями ждали у её дверей.",
        "Что нашла комиссия, когда прошлой осенью открыла книги, показано здесь, насколько страницы удалось прочесть.",
        "Никто в долине не ждал таких чисел, и совет попросил двух историков посмотреть на них ещё раз.",
        "Пока они не ответили, мельница закрыта для посетителей, но тропа вдоль канала открыта круглый год.",
    ),
    "es": (
        "El viejo molino del vado lo levantaron tres hermanos que habían subido por el río con un carro de herramientas.",
        "Durante noventa años molió el grano de once pueblos, y en los veranos secos los campesinos esperaban días a su puerta.",
        "Lo que encontró la comisión cuando abrió los libros el otoño pasado se muestra aquí, hasta donde pudo leerse.",
        "Nadie en el valle esperaba tales cifras, y el concejo ha pedido a dos historiadores que las miren de nuevo.",
        "Hasta que contesten, el molino sigue cerrado a las visitas, pero el camino del canal está abierto todo el año.",
    ),
}
NAV = "".join(f"<li><a href=/{name}>{name.title()}</a>" for name in ("home", "valley", "people", "archive", "contact"))
RELATED = "".join(
    f"<li><a href=/story/{number}>Another story of the valley, number {number}</a>" for number in range(4)
)


def article(language: str, part: str, frame: str = "{}") -> str:
    texts = [f"<p>{text}</p>" for text in ARTICLES[language]]
    body = frame.format("".join(texts[:3]) + part + "".join(texts[3:]))
    return (
        f"<!DOCTYPE html><html lang={language}><head><meta charset=utf-8><title>The mill - Valley</title></head><body>"
        f"<header><nav><ul>{NAV}</ul></nav></header><main><article><h1>The mill</h1>{body}</article></main>"
        f"<aside><h2>More</h2><ul>{RELATED}</ul></aside><footer><p>© 2025 Valley. <a href=/privacy>Privacy</a></footer>"
    )


def rows(*lines: str, head: bool = True, cell: str = "{}") -> str:
    made = []
    for number, line in enumerate(lines):
        tag = "th" if head and not number else "td"
        made.append("<tr>" + "".join(f"<{tag}>{cell.format(text)}</{tag}>" for text in line.split("|")) + "</tr>")
    return "".join(made)


YEARS = ("Year|Sacks|Wage", "1871|410|2.5", "1872|388|2.5", "1873|12|3")
NAMES = ("Brother|Born|Trade", "Anselm|1820|Carpenter", "Bruno|1824|Smith", "Cyril|1831|none")
SIGNS = ("A|B", "x|y", "u|v")
LONG = (
    "Part|What it does",
    "Wheel|It turns with the stream and drives the shaft, as long as there is water in the race.",
    "Hopper|It holds the corn above the stones and lets it fall, a little at each turn.",
)
WIDE = ("|Mo|Tu|We|Th|Fr", "Dawn|4|4|5|5|6", "Noon|9|9|8|8|9", "Dusk|1|0|0|1|2")
TABLES = {
    "plain": rows(*YEARS),
    "thead": f"<thead>{rows(YEARS[0])}</thead><tbody>{rows(*YEARS[1:], head=False)}</tbody>",
    "caption": f"<caption>Sacks and wages</caption>{rows(*YEARS)}",
    "no header": rows(*NAMES[1:], head=False),
    "paragraphs": rows(*NAMES, cell="<p>{}</p>"),
    "code": rows(*SIGNS, cell="<code>{}</code>"),
    "sentences": rows(*LONG),
    "wide": rows(*WIDE),
    "spans": "<tr><th rowspan=2>Sort<th colspan=2>Price<tr><th>old<th>new<tr><td>Rye<td>4<td>5<tr><td>Oats<td>3<td>3",
    "lists in cells": "<tr><th>Day<th>Work<tr><td>Monday<td><ul><li>open the gate<li>oil the shaft</ul><tr><td>Tuesday<td>rest",
}
WRAPS = {
    "bare": "<table>{}</table>",
    "classed": '<table class="wikitable sortable">{}</table>',
    "scrolled": '<div class="table-responsive"><table class="table">{}</table></div>',
    "figure": '<figure class="wp-block-table"><table>{}</table></figure>',
    "old": '<center><table border=1 cellpadding=3 cellspacing=0 width="80%">{}</table></center>',
}


def words(markup: str) -> set[str]:
    return {*re.findall(r"\w+", re.sub(r"<[^>]*>", " ", markup))}


def share_whole(parts: dict[str, str]) -> float:
    """Return the share of parts of which all is in the text, each put into an article of another language in turn."""
    whole = 0
    for number, part in enumerate(parts.values()):
        language = [*ARTICLES][number % len(ARTICLES)]
        text = extract(article(language, part)).text
        assert all(paragraph in text for paragraph in ARTICLES[language])
        assert "Another story" not in text
        whole += words(part) <= words(text)
    return whole / len(parts)


def test_tables_stay_whole() -> None:
    parts = {f"{name} {wrap}": WRAPS[wrap].format(TABLES[name]) for name in TABLES for wrap in WRAPS}
    assert len(parts) == 50
    assert share_whole(parts) >= 0.95


LISTS = {
    "short": "<ul><li>flour<li>salt<li>water</ul>",
    "nested": "<ul><li>Upper race<li>Wheel<ul><li>Spokes<li>Rim<ul><li>oak<li>elm</ul></ul><li>Shaft</ul>",
    "numbered": "<ol start=3><li>Open the sluice<li>Wait<li>Let the stones down</ol>",
    "paragraphs": "<ol><li><p>Open the sluice a hand wide.</p><p>Not more.</p><li><p>Wait until the wheel turns.</p></ol>",
    "definitions": "<dl><dt>Race<dd>the ditch that brings the water<dt>Stone<dd>one of two that grind</dl>",
    "wrapped": "<div class=box><div><ul><li>Anselm<li>Bruno<li>Cyril</ul></div></div>",
    "with links": "<ul><li>the book of <a href=/w>wages</a> and debts<li>a map, see <a href=/m>there</a>, of the race</ul>",
    "notes": '<ol class=references><li id=n1><a href="#r1">^</a> Weber, Wasser und Brot, 1921, p. 7.<li id=n2>Roth, Mühlen, 1930.</ol>',
}
CODES = {
    "pre": "<pre>wheel.turn()\nstones.grind(corn)</pre>",
    "one line": "<pre><code>make flour</code></pre>",
    "toolbar": "<div class=code-toolbar><pre><code>race open --width 1</code></pre><div class=toolbar><button>Copy</button></div></div>",
    "highlight": "<div class=highlight><pre><span class=k>let</span> sluice = 3;</pre></div>",
    "figure": "<figure class=highlight><figcaption>mill.py</figcaption><pre>import stones</pre></figure>",
    "lines": "<div class=codehilite><code>a = 1</code><br><code>b = 2</code></div>",
    "label": "<div class=snippet><span>Shell</span><pre>cat corn | grind</pre></div>",
}


@pytest.mark.parametrize("part", [*LISTS.values()], ids=[*LISTS])
@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_a_list_stays_whole(part: str, language: str) -> None:
    assert words(part) - {"n1", "n2"} <= words(extract(article(language, part)).text)


@pytest.mark.parametrize("part", [*CODES.values()], ids=[*CODES])
@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_code_stays_whole(part: str, language: str) -> None:
    (code,) = re.findall(r"(?s)<pre>.*</pre>|<code>.*</code>", part)
    result = extract(article(language, part), formats=("markdown",))
    assert words(code) <= words(result.text)
    assert "Copy" not in result.text


def test_numbers_of_lines_are_no_text() -> None:
    code = "<table class=highlighttable><tr><td><pre>1\n2\n3</pre><td><pre>wheel()\nstone()\nflour()</pre></table>"
    text = extract(article("en", code)).text
    assert "wheel()\nstone()\nflour()" in text
    assert "1\n2" not in text


@pytest.mark.parametrize(
    "box",
    [
        f"<div class=related><h2>More</h2><ul>{RELATED}</ul></div>",
        '<table class="navbox"><tr><th>Mills<tr><td><a href=/1>Ford</a> · <a href=/2>Bridge</a> · <a href=/3>Hill</a></table>',
    ],
)
def test_a_box_of_links_within_the_text_is_no_structure(box: str) -> None:
    result = extract(article("en", box))
    assert all("as all of its" not in block.reason for block in result.text_blocks)


def test_a_whole_structure_says_so() -> None:
    result = extract(article("en", f"<table>{TABLES['code']}</table>"))
    assert any(block.reason.startswith("as all of its") for block in result.text_blocks)


TITLED = {
    "asciidoctor": "<div class=listingblock><div class=title>Listing 1. {t}</div><div class=content>{code}</div></div>",
    "sphinx": "<div class=literal-block-wrapper><div class=code-block-caption><span>{t}</span></div>{code}</div>",
    "docusaurus": "<div><div class=codeTitle>{t}</div><div>{code}<div><button>Copy</button></div></div></div>",
    "table": "<div class=wrap><p class=title>{t}</p><table><tr><th>Gate<th>Litres<tr><td>North<td>3<tr><td>South<td>9</table></div>",
}


@pytest.mark.parametrize("language", ARTICLES)
@pytest.mark.parametrize("frame", TITLED.values(), ids=TITLED.keys())
def test_the_title_of_code_and_of_a_table_stays_with_it(frame: str, language: str) -> None:
    part = frame.format(t="pump.py", code="<pre>def lift(n):\n    return n</pre>")
    text = extract(article(language, part)).text
    assert "pump.py" in text
    assert ("return n" in text) or ("South" in text)


MANUAL = """<html><head><title>Pumps</title></head><body><div class=side><a href=/1>Gates</a> <a href=/2>Wheels</a></div>
<div id=content><h1>Pumps</h1><p>{text}</p><p>{first}:</p><pre><code>lift(3)</code></pre><p>{then}:</p>
<pre><code>gate = 1</code></pre></div></body></html>"""


@pytest.mark.parametrize(
    ("language", "first", "then"),
    [
        ("en", "File pump.py", "You get this"),
        ("de", "Aufruf", "Ergebnis"),
        ("ja", "呼び出し", "結果"),
        ("ru", "Вызов", "Итог"),
    ],
)
def test_the_last_code_of_a_manuals_page_stays_with_the_line_that_announces_it(
    language: str, first: str, then: str
) -> None:
    text = extract(MANUAL.format(text=ARTICLES[language][0], first=first, then=then)).text
    for part in (first, "lift(3)", then, "gate = 1"):
        assert part in text
    # Elsewhere than in the text it announces nothing.
    box = f"</div><div class=box><p>{then}:</p><pre>other = 2</pre><a href=/x>Try it</a></div>"
    page = MANUAL.replace("</div></body>", f"{box}</body>")
    assert "other = 2" not in extract(page.format(text=ARTICLES[language][0], first=first, then=then)).text


NOTES = {
    "docusaurus": "<div class='theme-admonition admonition_xJq3'><div class=admonitionHeading_G><svg></svg>{t}</div><div><p>{p}</p></div></div>",
    "rest": "<div class='admonition tip'><p class=admonition-title>{t}</p><p>{p}</p></div>",
    "asciidoctor": "<div class=admonitionblock><table><tr><td class=icon>{t}<td class=content>{p}</table></div>",
    "callout": "<div class=callout><div>{t}</div><div>{p}</div></div>",
}


@pytest.mark.parametrize("language", ARTICLES)
@pytest.mark.parametrize("frame", NOTES.values(), ids=NOTES.keys())
def test_the_title_of_a_note_stays_with_it(frame: str, language: str) -> None:
    text = extract(article(language, frame.format(t="Bz. 7", p=ARTICLES[language][1]))).text
    assert "Bz. 7" in text


def test_a_label_beside_notes_that_are_no_text_stays_out() -> None:
    box = "<div class='alert'><div>Bz. 7</div><a href=/1>Ford</a> <a href=/2>Bridge</a></div>"
    assert "Bz. 7" not in extract(article("en", "").replace("</body>", f"{box}</body>")).text


STORIES = {
    "en": ("Home Stories Poems Links Guestbook", "Hannah had kept the lock for thirty-one years when the heron came."),
    "es": ("Inicio Cuentos Poemas Enlaces Visitas", "Ana llevaba treinta años en la esclusa cuando llegó la garza."),
    "ja": ("表紙 物語 詩 リンク 伝言板", "花子が水門の番をして三十一年たった朝、一羽の鷺がやって来た。"),
}


@pytest.mark.parametrize("language", STORIES)
@pytest.mark.parametrize("is_behind", [False, True])
def test_a_column_of_links_beside_a_story_is_a_menu(is_behind: bool, language: str) -> None:
    names, line = STORIES[language]
    menu = "<td valign=top width=150>" + "<br>".join(
        f"<a href={n}.html>{name}</a>" for n, name in enumerate(names.split())
    )
    story = "<td valign=top>" + "<br><br>".join(f"{line} {line} {n}" for n in "abcdefgh")
    cells = story + menu if is_behind else menu + story
    page = f"<html lang={language}><body><table width='100%'><tr>{cells}</table><hr>ann@home.example</body></html>"
    text = extract(page, "https://home.example/~ann/story.html").text
    assert line in text
    assert not [name for name in names.split()[1:] if name in text]


@pytest.mark.parametrize("language", STORIES)
@pytest.mark.parametrize("frame", ["[ {} ]", "{}", "<p align=center>{}</p>", "<table><tr><td>{}</td></tr></table>"])
@pytest.mark.parametrize("sign", [" | ", " ] [ ", " - ", " · "])
def test_a_line_of_links_before_a_text_or_behind_it_is_a_menu(frame: str, sign: str, language: str) -> None:
    names, line = STORIES[language]
    menu = frame.format(sign.join(f"<a href={n}.html>{name}</a>" for n, name in enumerate(names.split())))
    story = "<br><br>".join(f"{line} {line} {n}" for n in "abcdefgh")
    text = extract(f"<html lang={language}><body>{menu}<h2>1876</h2>{story}<hr>{menu}</body></html>").text
    assert line in text
    assert not [name for name in names.split()[1:] if name in text]


def test_persons_with_links_in_a_line_and_lines_of_links_amid_a_text_are_no_menus() -> None:
    page = page_of("<p>{}</p><p>{}</p><p>{}</p>".format(
        "<a href=1>Ann Reed</a>, <a href=2>Ben Holm</a>, <a href=3>Cleo Park</a>",
        " ".join(ARTICLES["en"]),
        "<a href=1>Wheel</a> | <a href=2>Stone</a> | <a href=3>Basin</a>",
    ) + f"<p>{' '.join(ARTICLES['en'])}</p>")  # fmt: skip
    assert decided_whole(page, measure(page), [0.9] * 4, {0, 1, 2, 3}) == (set(), set())


def test_links_within_a_text_and_lists_of_links_stay() -> None:
    links = "<br>".join(f"<a href=/{name}>{name}</a>" for name in ("Wheel", "Stone", "Sluice", "Basin"))
    text = extract(article("en", f"<p>Read on:</p><p>{links}</p>")).text
    assert "Sluice" in text


CLOSED = "<div hidden>{}</div>"
TABLE = "<table><tr><th>Corn</th><th>Share</th></tr><tr><td>5 kg of wheat</td><td>2.1 parts of it</td></tr></table>"


@pytest.mark.parametrize(
    ("structure", "main", "whole"),
    [
        (TABLE, {"5 kg of wheat", "2.1 parts of it"}, True),
        (TABLE, set(), False),
        ("<ul><li>Wheat and rye</li><li>Oats</li></ul>", {"Wheat and rye"}, True),
        ("<ul><li>Wheat and rye</li><li>Oats</li></ul>", set(), False),
    ],
)
def test_a_closed_panels_table_or_list_is_whole_if_some_of_it_is_text(
    structure: str, main: set[str], whole: bool
) -> None:
    texts = ARTICLES["en"]
    page = page_of(f"<main><p>{texts[0]}</p>{CLOSED.format(structure)}<p>{texts[1]}</p></main>")
    chosen = {number for number, text in enumerate(page.texts) if text in {*texts, *main}}
    taken, dropped = decided_whole(
        page, measure(page), [0.9 if n in chosen else 0.2 for n in range(len(page.texts))], chosen
    )
    inside = set(range(1, len(page.texts) - 1))
    assert dropped == set()
    assert taken == (inside - chosen if whole else set())


RECORD = {
    "Author": "Hallgrim, Odette",
    "Date": "2021-06",
    "Type": "Doctoral thesis",
    "Department": "Geography",
    "URI": "repo/1",
}


@pytest.mark.parametrize("tag", ["h4", "h5"])
def test_rows_of_a_record_beside_an_abstract_are_not_torn(tag: str) -> None:
    frame = f"<{tag}>{{}}</{tag}><div>{{}}</div>"
    rows = [frame.format(*pair) for pair in RECORD.items()]
    abstract = frame.format("Abstract", f"<p>{ARTICLES['en'][0]} {ARTICLES['en'][2]}</p>")
    body = f"<div class=item>{''.join(rows[:2])}{abstract}{''.join(rows[2:])}</div>"
    page = f"<html lang=en><title>The mill - Archive</title><main><h1>The mill</h1>{body}</main><footer>© 2025 Archive</footer>"
    lines = extract(page).text.splitlines()
    assert {value in lines for value in RECORD.values()} in ({True}, {False})
