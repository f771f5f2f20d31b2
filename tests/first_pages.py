"""Invented pages of the kinds that everybody tries first, with what must be in their texts, and what must not."""

from __future__ import annotations

from typing import NamedTuple


class FirstPage(NamedTuple):
    """A page: its address, its markup, what its text has (in this order), and what it has not."""

    url: str
    html: str
    has: tuple[str, ...]
    lacks: tuple[str, ...]


ENCYCLOPEDIA = FirstPage(
    "https://en.pedia.example/wiki/Tarn_(mill)",
    """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Tarn (mill) - Pedia</title>
<style>.mw-jump{position:absolute} .noprint-only, .nomobile{display:none}</style></head><body class="mediawiki skin-vector">
<a class="mw-jump-link" href="#bodyContent">Jump to content</a>
<header class=vector-header><nav aria-label=Site><ul><li><a href=/wiki/Main_Page>Main page</a><li><a href=/wiki/Contents>Contents</a>
<li><a href=/wiki/Special:Random>Random article</a></ul></nav><form role=search><input name=search><button>Search</button></form></header>
<div id=content class=mw-body><h1 id=firstHeading class=firstHeading>Tarn (mill)</h1><div id=bodyContent>
<div id=siteSub class=noprint>From Pedia, the free encyclopedia</div><div id=mw-content-text><div class=mw-parser-output>
<div role=note class="hatnote navigation-not-searchable">For the lake, see <a href=/wiki/Tarn_(lake)>Tarn (lake)</a>.</div>
<table class="infobox vcard"><tbody><tr><th colspan=2 class=infobox-above>Tarn</th></tr>
<tr><th scope=row>Built</th><td>1731</td></tr><tr><th scope=row>Height</th><td>14 m (46 ft)</td></tr>
<tr><th scope=row>Owner</th><td><a href=/wiki/Ford>Town of Ford</a></td></tr></tbody></table>
<p><b>Tarn</b> is a <a href=/wiki/Water_mill>water mill</a> on the upper <a href=/wiki/Orrin>Orrin</a>, built in 1731 by the three brothers Halm.
It ground the corn of eleven villages until 1903, when the railway brought cheaper flour from the coast.<sup id=cite_ref-1 class=reference><a href="#cite_note-1">[1]</a></sup></p>
<table class="vertical-navbox sidebar"><tbody><tr><th><a href=/wiki/Mills>Part of a series on mills</a></th></tr>
<tr><td><ul><li><a href=/wiki/Horse_mill>Horse mill</a><li><a href=/wiki/Tide_mill>Tide mill</a><li><a href=/wiki/Wind_mill>Windmill</a></ul></td></tr></tbody></table>
<div id=toc class=toc role=navigation><h2>Contents</h2><ul><li><a href="#History">1 History</a><li><a href="#Power">2 Power</a></ul></div>
<h2><span class=mw-headline id=History>History</span><span class=mw-editsection>[<a href="/w/index.php?action=edit&section=1">edit</a>]</span></h2>
<p>The first wheel was of oak, and it turned so slowly that the millers of the plain made jokes about it. After the flood of 1788 a second race was dug,
and from then on the stones could run in dry summers as well.<sup class=reference><a href="#cite_note-2">[2]</a></sup></p>
<table class=wikitable><caption>Sacks ground in a year</caption><tbody><tr><th>Year</th><th>Rye</th><th>Oats</th></tr>
<tr><td>1788</td><td>311</td><td>94</td></tr><tr><td>1850</td><td>902</td><td>120</td></tr><tr><td>1902</td><td>17</td><td>3</td></tr></tbody></table>
<h2><span class=mw-headline id=Power>Power</span><span class=mw-editsection>[<a href="/w/index.php?action=edit&section=2">edit</a>]</span></h2>
<p>The wheel gave some five kilowatts at most, a third of which was lost in the gears. Its parts were, from the water to the stones:</p>
<ul><li>the race, with a sluice of two boards</li><li>the wheel, overshot, with 36 buckets</li><li>the pit wheel and the wallower</li></ul>
<p>All of them were measured in 1911 by a student of the technical school, whose drawings are kept in the town's archive.</p>
<h2><span class=mw-headline id=References>References</span></h2>
<ol class=references><li id=cite_note-1><span class=mw-cite-backlink><a href="#cite_ref-1">^</a></span> <cite>Roth, A. (1961). <i>Mills of the Orrin</i>. Ford: Town Press.</cite></li>
<li id=cite_note-2><span class=mw-cite-backlink><a href="#cite_ref-2">^</a></span> <cite>Weber, L. (1921). <i>Water and Bread</i>, p. 77.</cite></li></ol>
<div role=navigation class=navbox><table class="nowraplinks navbox-inner"><tbody><tr><th colspan=2 class=navbox-title><a href=/wiki/Orrin>Mills of the Orrin</a></th></tr>
<tr><th>Upper</th><td><a href=/wiki/Halm>Halm</a> · <a href=/wiki/Ebb>Ebb</a> · <a href=/wiki/Sill>Sill</a> · <a href=/wiki/Loom>Loom</a></td></tr>
<tr><th>Lower</th><td><a href=/wiki/Ford_Mill>Ford Mill</a> · <a href=/wiki/Quern>Quern</a> · <a href=/wiki/Grist>Grist</a></td></tr></tbody></table></div></div></div>
<div id=catlinks class=catlinks><a href=/wiki/Category>Categories</a>: <ul><li><a href=/wiki/C1>Water mills</a><li><a href=/wiki/C2>Buildings of 1731</a></ul></div></div></div>
<footer id=footer><ul><li>This page was last edited on 3 May 2025, at 10:11.<li>Text is available under a free licence.</ul></footer></body></html>""",
    (
        "is a water mill on the upper Orrin",
        "The first wheel was of oak",
        "1788",
        "902",
        "The wheel gave some five kilowatts",
        "the race, with a sluice of two boards",
        "the pit wheel and the wallower",
        "All of them were measured in 1911",
    ),
    ("Jump to content", "Random article", "Quern", "Tide mill", "last edited", "Buildings of 1731", "Part of a series"),
)

PROJECT = FirstPage(
    "https://code.example/halm/grist",
    """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>halm/grist: A small build tool that grinds files</title></head><body>
<header><a href=/>Code</a><nav><a href=/features>Features</a><a href=/pricing>Pricing</a></nav><a href=/login>Sign in</a><a href=/join>Sign up</a></header>
<div hidden class=flash>You signed in with another tab or window. Reload to refresh your session.</div>
<dialog id=feedback><h1>Provide feedback</h1><p>We read every piece of feedback, and take your input very seriously.</p><button>Submit feedback</button></dialog>
<main><div id=repository><nav><ul><li><a href=/halm/grist>Code</a><li><a href=/halm/grist/issues>Issues 12</a><li><a href=/halm/grist/pulls>Pull requests</a></ul></nav>
<details><summary>Branches</summary><div><p>Switch branches</p><a href=/t/main>main</a></div></details>
<table aria-labelledby=folders><thead><tr><th>Name</th><th>Last commit message</th><th>Last commit date</th></tr></thead><tbody>
<tr><td><a href=/t/docs>docs</a></td><td><a href=/c/1>Fix a typo</a></td><td>2 days ago</td></tr>
<tr><td><a href=/t/src>src</a></td><td><a href=/c/2>Faster stones</a></td><td>last week</td></tr>
<tr><td><a href=/t/README>README.md</a></td><td><a href=/c/3>Say how to install it</a></td><td>last month</td></tr></tbody></table>
<article class="markdown-body entry-content" itemprop=text><h1>grist <a class=anchor aria-label="Permalink: grist" href="#grist"></a></h1>
<p>Grist is a small build tool. It reads one file that says which files are made of which others, and grinds those that are older than what they are made of.</p>
<h2>Installation</h2><div class="highlight highlight-source-shell"><pre>pip install grist</pre><div class=zeroclipboard-container><button aria-label=Copy>Copy</button></div></div>
<h2>Usage</h2><p>Write a <code>Gristfile</code> beside your sources, with a line for each thing that is to be made:</p>
<div class="highlight"><pre>flour: corn stone
    grind corn</pre></div><p>Then call it; what is up to date is left alone:</p><pre><code>grist flour</code></pre>
<table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody><tr><td><code>-n</code></td><td>say what would be done</td></tr><tr><td><code>-j 4</code></td><td>four at once</td></tr></tbody></table>
<h2>License</h2><p>Grist may be used by everybody under the terms of the MIT license.</p></article></div>
<aside><h2>About</h2><p>A small build tool that grinds files</p><h3>Topics</h3><a href=/topics/build>build</a><a href=/topics/make>make</a><p>1.2k stars</p></aside></main>
<footer><p>© 2025 Code, Inc.</p><nav><a href=/terms>Terms</a><a href=/privacy>Privacy</a></nav></footer></body></html>""",
    (
        "Grist is a small build tool. It reads one file",
        "pip install grist",
        "Write a Gristfile beside your sources",
        "flour: corn stone",
        "Then call it",
        "grist flour",
        "say what would be done",
        "four at once",
        "Grist may be used by everybody",
    ),
    ("signed in with another tab", "We read every piece", "Switch branches", "Pricing", "Copy", "© 2025"),
)

ANSWERS = FirstPage(
    "https://answers.example/questions/1731/why-does-my-wheel-turn-backwards",
    """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>mills - Why does my wheel turn backwards? - Answers</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"QAPage","mainEntity":{"@type":"Question","name":"Why does my wheel turn backwards?"}}</script></head><body>
<header><a href=/>Answers</a><ol><li><a href=/questions>Questions</a><li><a href=/tags>Tags</a></ol></header>
<div id=left-sidebar><nav><ul><li><a href=/q>Questions</a><li><a href=/u>Users</a></ul></nav></div>
<div id=content><div itemscope itemtype="https://schema.org/Question"><div id=question-header><h1 itemprop=name><a href=/questions/1731>Why does my wheel turn backwards?</a></h1></div>
<div>Asked 3 years ago</div><div>Viewed 4k times</div><div id=mainbar><div class=question id=question><div class=votecell><button>Up vote</button><div>14</div><button>Down vote</button></div>
<div class="s-prose js-post-body" itemprop=text><p>I have built a small undershot wheel behind my shed. When the sluice is open by more than a hand, it begins to turn against the stream. This is how I set it:</p>
<pre><code>sluice.open(hands=2)
wheel.direction  # -1</code></pre><p>What have I done wrong, and how can I find out where the water goes?</p></div>
<div class=post-taglist><ul><li><a href=/t/mills>mills</a><li><a href=/t/water>water</a></ul></div><div class=user-info>asked Mar 3 at 9:12 <a href=/u/1>Ida</a></div></div>
<div id=answers><h2>2 Answers</h2><div class="answer accepted-answer" id=answer-1><div class=votecell><button>Up vote</button><div>31</div></div>
<div class=answercell><div class="s-prose js-post-body" itemprop=text><p>The water comes back from the pool behind the wheel, since its outlet is too narrow. You can see that by putting a cork into the race.</p>
<ol><li>Close the sluice to one hand.</li><li>Dig the outlet twice as wide.</li><li>Open it again, slowly.</li></ol><p>After that, the wheel of my neighbour has turned the right way for years.</p></div>
<div class=user-info>answered Mar 4 at 7:40 <a href=/u/2>Bruno</a></div></div></div>
<div class=answer id=answer-2><div class=answercell><div class="s-prose js-post-body" itemprop=text><p>Look at the buckets too: if they have been put on the wrong way round, the wheel will follow the smaller stream below it.</p>
<blockquote><p>A wheel knows no right or left.</p></blockquote></div><div class=user-info>answered May 1 at 20:02 <a href=/u/3>Cyril</a></div></div></div></div></div>
<div id=sidebar><h4>Linked</h4><ul><li><a href=/q/7>How wide must a race be?</a><li><a href=/q/8>Which wood for buckets?</a></ul><h4>Hot Network Questions</h4><ul><li><a href=/q/9>Can a cork sink?</a><li><a href=/q/10>Why is bread brown?</a></ul></div></div></div>
<footer><a href=/legal>Legal</a><a href=/cookies>Cookie settings</a></footer></body></html>""",
    (
        "I have built a small undershot wheel",
        "sluice.open(hands=2)",
        "What have I done wrong",
        "The water comes back from the pool",
        "Close the sluice to one hand.",
        "Dig the outlet twice as wide.",
        "Open it again, slowly.",
        "Look at the buckets too",
        "A wheel knows no right or left.",
    ),
    ("Hot Network", "Can a cork sink?", "Which wood for buckets?", "Cookie settings"),
)

THREAD = FirstPage(
    "https://links.example/item?id=4711",
    """<html lang=en><head><title>A mill that still grinds | Links</title></head><body><center><table id=hnmain border=0 width="85%"><tr><td bgcolor="#ff6600"><table border=0 width="100%"><tr>
<td><b><a href=news>Links</a></b> <a href=newest>new</a> | <a href=front>past</a> | <a href=newcomments>comments</a> | <a href=ask>ask</a></td><td><a href=login>login</a></td></tr></table></td></tr>
<tr><td><table class=fatitem border=0><tr class=athing><td class=title><span class=titleline><a href="https://valley.example/mill">A mill that still grinds</a> (valley.example)</span></td></tr>
<tr><td class=subtext>211 points by ida 5 hours ago | <a href=hide>hide</a> | <a href=item>83 comments</a></td></tr></table>
<table class=comment-tree border=0>"""
    + "".join(
        f"""<tr class="athing comtr" id={number}><td><table border=0><tr><td class=ind><img src=s.gif width={width}></td><td class=default><div><span class=comhead><a href=user class=hnuser>{user}</a>
<span class=age><a href=item>{hours} hours ago</a></span> | <a href=next>next</a> [–]</span></div><br><div class=comment><div class=commtext>{text}</div><div class=reply><u><a href=reply>reply</a></u></div></div></td></tr></table></td></tr>"""
        for number, width, user, hours, text in (
            (
                1,
                0,
                "anselm",
                4,
                "My grandfather worked there in the thirties. He said that the noise was worse than the dust, and that nobody slept on the upper floor.",
            ),
            (
                2,
                40,
                "bruno",
                3,
                "The noise came from the old gears. They were changed for iron ones after the war, and since then one can hear the birds again.",
            ),
            (
                3,
                80,
                "cyril",
                3,
                "Iron gears on wooden cogs, to be exact: iron on iron would have been louder still, and would have thrown sparks into the flour.",
            ),
            (
                4,
                0,
                "dora",
                2,
                "I visited it last summer. The flour is sold in small bags at the door, and the bread that we made of it was the best of the year.",
            ),
        )
    )
    + """</table></td></tr></table></center></body></html>""",
    (
        "My grandfather worked there in the thirties",
        "The noise came from the old gears",
        "Iron gears on wooden cogs",
        "I visited it last summer",
    ),
    ("past | comments", "login"),
)

RECIPE = FirstPage(
    "https://kueche.example/rezepte/roggenbrot",
    """<!DOCTYPE html><html lang=de><head><meta charset=utf-8><title>Roggenbrot aus der Mühle | Küche</title></head><body>
<header><nav><ul><li><a href=/rezepte>Rezepte</a><li><a href=/backen>Backen</a><li><a href=/shop>Shop</a></ul></nav></header>
<div id=cookie-banner class=cookie-consent><p>Wir verwenden Cookies, um Inhalte und Anzeigen zu personalisieren und die Zugriffe auf unsere Website zu analysieren. Ihre Einwilligung können Sie jederzeit widerrufen.</p><button>Alle akzeptieren</button></div>
<main><article><h1>Roggenbrot aus der Mühle</h1><div class=meta>Von <a href=/a/ida>Ida Roth</a> · 12. März 2025</div><button>Zum Rezept springen</button>
<p>Dieses Brot backen wir seit Jahren am ersten Samstag im Monat. Es braucht Zeit, aber kaum Arbeit, und es bleibt eine Woche lang frisch, wenn man es in ein Tuch wickelt.</p>
<p>Wichtig ist der Sauerteig: Er sollte am Abend vorher gefüttert werden und am Morgen nach Äpfeln riechen.</p>
<div class=wprm-recipe-container><h2>Zutaten</h2><ul class=wprm-recipe-ingredients><li><span>500</span> <span>g</span> <span>Roggenmehl</span></li><li><span>350</span> <span>ml</span> <span>Wasser</span></li><li>100 g Sauerteig</li><li>12 g Salz</li></ul>
<h2>Zubereitung</h2><ol><li>Alles in einer Schüssel verrühren, bis kein trockenes Mehl mehr zu sehen ist.</li><li>Zugedeckt vier Stunden gehen lassen.</li><li>In eine Form füllen und bei 230 Grad eine Stunde backen.</li></ol>
<table><tr><th>Nährwert</th><th>je Scheibe</th></tr><tr><td>Energie</td><td>110 kcal</td></tr><tr><td>Eiweiß</td><td>3 g</td></tr></table></div>
<p>Am besten schmeckt das Brot am zweiten Tag, mit Butter und ein wenig Salz.</p></article>
<section class=related><h2>Das könnte dir auch gefallen</h2><div><a href=/r/1><h3>Dinkelbrötchen über Nacht</h3></a></div><div><a href=/r/2><h3>Knäckebrot mit Kernen</h3></a></div></section></main>
<footer><p>© 2025 Küche</p><a href=/impressum>Impressum</a><a href=/datenschutz>Datenschutz</a></footer></body></html>""",
    (
        "Dieses Brot backen wir seit Jahren",
        "Wichtig ist der Sauerteig",
        "500 g Roggenmehl",
        "12 g Salz",
        "Alles in einer Schüssel verrühren",
        "Zugedeckt vier Stunden gehen lassen.",
        "110 kcal",
        "Am besten schmeckt das Brot am zweiten Tag",
    ),
    ("Cookies", "Alle akzeptieren", "Dinkelbrötchen", "Impressum"),
)

NEWSLETTER = FirstPage(
    "https://letter.example/p/the-quiet-wheel",
    """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>The quiet wheel - by Dora Halm - Slow Letters</title></head><body>
<div class=topbar><a href=/>Slow Letters</a><button>Subscribe</button><button>Sign in</button></div>
<article class="newsletter-post post"><div class=post-header><h1 class=post-title>The quiet wheel</h1><h3 class=subtitle>On things that turn without being looked at</h3><div class=byline><a href=/@dora>Dora Halm</a><div>Apr 02, 2025</div></div>
<div class=post-ufi><a aria-label="Like (41)">41</a><a>Share</a></div></div><div class=available-content><div class="body markup">
<p>Last week I sat for an hour beside the old wheel at the ford. Nothing happened, and that was the point: the water came, the wheel turned, and a wagtail walked up and down the sluice.</p>
<div class=subscription-widget-wrap><div class=subscription-widget><p>Slow Letters is a reader-supported publication. To receive new posts, become a subscriber.</p><form><input type=email><button>Subscribe</button></form></div></div>
<blockquote><p>What turns by itself need not be watched, my grandmother used to say, and went to bed.</p></blockquote>
<p>We have forgotten how to leave things alone. Every pot is stirred, every wheel is measured, and every evening has a plan that begins with another plan.</p>
<div class=captioned-image-container><figure><img src="https://img.example/wheel.jpg" alt="" width=800><figcaption class=image-caption>The wheel in April. Photo by the author.</figcaption></figure></div>
<p>Three things that I shall try until May:</p><ul><li><p>no clock in the kitchen,</p></li><li><p>one walk without a way,</p></li><li><p>and nothing at all on Sundays.</p></li></ul>
<p>Write to me if you do the same. I answer slowly, as you know, but I do answer.</p></div></div>
<div class=post-footer><a>41 Likes</a><a>Restack</a></div></article>
<div class=comments-section><h4>Discussion about this post</h4><div class=comment><a href=/@bruno>Bruno</a><span>Apr 3</span><p>Nothing at all on Sundays was the rule of our house as well, but for the cows.</p></div></div>
<footer><p>© 2025 Dora Halm</p><a href=/privacy>Privacy</a></footer></body></html>""",
    (
        "Last week I sat for an hour beside the old wheel",
        "What turns by itself need not be watched",
        "We have forgotten how to leave things alone",
        "Three things that I shall try",
        "no clock in the kitchen,",
        "and nothing at all on Sundays.",
        "Write to me if you do the same",
    ),
    ("Sign in", "Restack", "© 2025 Dora"),
)

ABSTRACT = FirstPage(
    "https://preprints.example/abs/2503.01731",
    """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>[2503.01731] On the Noise of Wooden Gears</title><meta name=citation_title content="On the Noise of Wooden Gears">
<meta name=citation_author content="Roth, Ida"></head><body><header><a href=/>Preprints</a><form><input><button>Search</button></form></header><main><div id=content>
<div id=abs-outer><div class=leftcolumn><div class=subheader><h1>Physics &gt; Popular Physics</h1></div><div id=content-inner><div id=abs><div class=dateline>[Submitted on 4 Mar 2025]</div>
<h1 class="title mathjax"><span class=descriptor>Title:</span>On the Noise of Wooden Gears</h1><div class=authors><span class=descriptor>Authors:</span><a href=/a/roth>Ida Roth</a>, <a href=/a/halm>Bruno Halm</a></div>
<blockquote class="abstract mathjax"><span class=descriptor>Abstract:</span>We measure the noise of wooden gears in three water mills that are still at work, and compare it with that of iron gears of the same size. Wood on iron is quieter than
either pair of equals by some eight decibels, which agrees with what millers have said for two hundred years. A simple model of the tooth explains a half of the difference.</blockquote>
<div class=metatable><table summary="Additional metadata"><tr><td class=label>Comments:</td><td>9 pages, 4 figures</td></tr><tr><td class=label>Subjects:</td><td>Popular Physics (physics.pop-ph)</td></tr></table></div></div></div></div>
<div class=extra-services><div class=full-text><h2>Access Paper:</h2><ul><li><a href=/pdf>View PDF</a><li><a href=/tex>TeX Source</a></ul></div><div class=browse><h3>Current browse context:</h3><a href=/prev>&lt; prev</a> | <a href=/next>next &gt;</a></div>
<div class=bookmarks><h3>Bookmark</h3></div></div><div id=labstabs><input type=radio name=tabs><label>Bibliographic Tools</label><div><h1>Bibliographic and Citation Tools</h1></div></div></div></main>
<footer><ul><li><a href=/about>About</a><li><a href=/help>Help</a></ul></footer></body></html>""",
    ("We measure the noise of wooden gears in three water mills", "A simple model of the tooth explains"),
    ("View PDF", "browse context", "Bibliographic and Citation"),
)

VIDEO = FirstPage(
    "https://video.example/watch?v=quern",
    """<!DOCTYPE html><html lang=es><head><meta charset=utf-8><title>Cómo se pica una muela - Video</title><meta property=og:type content=video.other></head><body>
<header><a href=/>Video</a><form><input name=q><button>Buscar</button></form><a href=/entrar>Acceder</a></header>
<main><div id=player><video src=/v/quern.mp4></video></div><h1>Cómo se pica una muela</h1><div class=owner><a href=/c/molino>El molino del vado</a><span>12 mil suscriptores</span><button>Suscribirse</button></div>
<div class=actions><button>Me gusta</button><button>Compartir</button></div><div class=views>31 mil visualizaciones · hace 2 años</div>
<div id=description><p>En este vídeo mostramos cómo se pica una muela vieja con martillo y paciencia. Hacen falta dos días, unas gafas y alguien que traiga café, porque el polvo seca la garganta.</p>
<p>Al final se ve cómo muele otra vez, despacio, la primera harina del año.</p><ul><li>0:00 La muela sale de su caja</li><li>4:12 Los surcos</li><li>17:30 La primera harina</li></ul></div></main>
<aside><h2>A continuación</h2><ul><li><a href=/w/1>El pan de mi abuela</a> 9:12<li><a href=/w/2>La rueda en invierno</a> 4:40<li><a href=/w/3>Entrevista con el molinero</a> 31:05</ul></aside>
<footer><a href=/sobre>Acerca de</a><a href=/condiciones>Condiciones</a></footer></body></html>""",
    ("En este vídeo mostramos cómo se pica una muela vieja", "Al final se ve cómo muele otra vez"),
    ("Acceder", "La rueda en invierno", "Condiciones"),
)

STANDARD = FirstPage(
    "https://standards.example/TR/sluice-1/",
    """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Sluices Level 1</title></head><body class=h-entry>
<div class=head><h1>Sluices Level 1</h1><p id=subtitle>Working Draft, <time datetime=2025-02-01>1 February 2025</time></p><details open><summary>More details about this document</summary><dl><dt>This version:</dt><dd><a href="https://standards.example/TR/2025/">https://standards.example/TR/2025/</a></dd><dt>Editor:</dt><dd>Ida Roth</dd></dl></details></div>
<h2 class=no-toc>Abstract</h2><p>This document says how sluices are opened and closed by several millers at once, so that each of them gets the water that the others leave.</p>
<nav id=toc><h2>Table of Contents</h2><ol class=toc><li><a href="#intro">1 Introduction</a><li><a href="#boards">2 Boards</a></ol></nav>
<main><section><h2 id=intro>1. Introduction<a class=self-link href="#intro"></a></h2><p><em>This section is not normative.</em></p><p>A sluice has one or more boards. A miller may lift a board only while nobody below has asked for it, as is explained in the next section.</p>
<div class=example id=ex1><pre class=highlight>sluice {
  boards: 2;
}</pre></div></section><section><h2 id=boards>2. Boards<a class=self-link href="#boards"></a></h2><p>The following properties of a board are defined:</p>
<table class=data><thead><tr><th>Property</th><th>Value</th><th>Initial</th></tr></thead><tbody><tr><td>height</td><td>a length</td><td>0</td></tr><tr><td>owner</td><td>a name</td><td>none</td></tr></tbody></table>
<dl><dt><dfn>lifted</dfn></dt><dd>The board is out of the water.</dd><dt><dfn>dropped</dfn></dt><dd>The board stands on the sill.</dd></dl><p class=note role=note>Note: a board that floats is neither.</p>
<ol class=algorithm><li>If the board is <em>dropped</em>, wait.</li><li>Otherwise:<ol><li>ask the miller below;</li><li>lower the board by a hand.</li></ol></li></ol><p>A miller who follows these steps gets as much water as is left, and never takes any from those who have asked before. Where two ask at the same time, the one further down the stream goes first.</p></section></main></body></html>""",
    (
        "This document says how sluices are opened and closed",
        "A sluice has one or more boards.",
        "boards: 2;",
        "The following properties of a board",
        "height",
        "a name",
        "lifted",
        "The board stands on the sill.",
        "If the board is dropped, wait.",
        "ask the miller below;",
        "lower the board by a hand.",
    ),
    (),
)

WIKI_FARM = FirstPage(
    "https://mills.farm.example/wiki/Halm",
    """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Halm | Mills Wiki | Farm</title></head><body>
<div class=global-navigation><a href=/>Farm</a><ul><li><a href=/games>Games</a><li><a href=/movies>Movies</a><li><a href=/tv>TV</a></ul></div>
<div class=community-header><a href=/wiki/Mills_Wiki>Mills Wiki</a><nav><ul><li><a href=/wiki/All>Explore</a><li><a href=/wiki/Millers>Millers</a><li><a href=/wiki/Wheels>Wheels</a></ul></nav><span>214 pages</span></div>
<main class=page__main><div class=page-header><ul class=page-header__categories><li>in: <a href=/c/m>Millers</a></ul><h1 class=page-header__title>Halm</h1><a href=/edit>Edit</a></div>
<div id=content class=page-content><div class=mw-parser-output><aside role=region class="portable-infobox"><h2 class=pi-title>Halm</h2><section><div class=pi-item><h3 class=pi-data-label>Trade</h3><div class=pi-data-value>Miller</div></div></section></aside>
<p><b>Halm</b> is the eldest of the three brothers in the third season of <i>The Ford</i>. He is quiet, quick to laugh, and afraid of nothing but the river in spring.</p>
<h2><span class=mw-headline id=Story>Story</span></h2><p>When the flood takes the first wheel, Halm goes down to the plain and comes back with an oak that he has won at cards. Nobody ever learns from whom, though Cyril has his thoughts.</p>
<div class=gpt-ad><span>Advertisement</span></div>
<h2><span class=mw-headline id=Quotes>Quotes</span></h2><ul><li>"Water does not wait." (to Bruno)</li><li>"Let it turn."</li></ul>
<h2><span class=mw-headline id=Episodes>Episodes</span></h2><table class="article-table"><tr><th>Nr.</th><th>Title</th><th>Scenes</th></tr><tr><td>3.01</td><td>The Oak</td><td>5</td></tr><tr><td>3.02</td><td>Cards</td><td>2</td></tr></table></div></div>
<div class=page-footer>Community content is available under CC-BY-SA unless otherwise noted.</div></main>
<aside class=page__right-rail><h2>Popular Pages</h2><ul><li><a href=/wiki/Bruno>Bruno</a><li><a href=/wiki/Cyril>Cyril</a></ul></aside>
<footer><h2>Explore properties</h2><ul><li><a href=/f>Fandom News</a></ul><p>Mills Wiki is a TV Community.</p></footer></body></html>""",
    (
        "is the eldest of the three brothers",
        "When the flood takes the first wheel",
        '"Water does not wait." (to Bruno)',
        '"Let it turn."',
        "The Oak",
        "Cards",
    ),
    ("Games", "Advertisement", "Popular Pages", "Explore properties", "TV Community"),
)

PAGES = {
    "encyclopedia": ENCYCLOPEDIA,
    "project": PROJECT,
    "answers": ANSWERS,
    "thread": THREAD,
    "recipe": RECIPE,
    "newsletter": NEWSLETTER,
    "abstract": ABSTRACT,
    "video": VIDEO,
    "standard": STANDARD,
    "wiki farm": WIKI_FARM,
}
