"""Pages for the tests of the inspector, and what they know about its file."""

from __future__ import annotations

import json
import re
from typing import Any

ARTICLE = """<!DOCTYPE html><html lang="en"><head><title>The heron count - Marsh Letter</title></head><body>
<div class="crumbs"><a href="/">Home</a> &gt; <a href="/marsh/">Marsh</a> &gt; The heron count</div>
<ul class="menu"><li><a href="/news">News</a></li><li><a href="/maps">Maps</a></li><li><a href="/shop">Shop</a></li></ul>
<article><h1>The heron count</h1>
<p>Forty volunteers stood in the reeds before dawn and wrote down every heron that left its tree, and by the time
the sun was over the dike they had counted one hundred and twelve of them.</p>
<p>It is the highest number since the sluices were opened, says the warden, who has led the count for twenty
years and still does it <b>with a pencil</b> and a wet notebook.</p>
<img src="https://marsh.example/heron.jpg" alt="A heron on one leg">
<p hidden>Only for subscribers: the map of the trees.</p>
<table><tr><th>Year</th><td colspan="2">Herons</td></tr><tr><th>2025</th><td>98</td><td>a wet spring</td></tr></table>
<p>The next count is in the first week of April, and whoever owns a pair of boots that keep the water out is
welcome to come along and to stand still for two hours.<br>Bring tea.</p></article>
<footer><a href="/contact">Contact</a> <a href="/privacy">Privacy policy</a> <p>&copy; 2027 Marsh Letter</p></footer>
</body></html>"""
URL = "https://marsh.example/marsh/heron-count.html"

HOSTILE = """<!DOCTYPE html><html lang='"><script>fired("lang")</script>' onload="fired('html')"><head>
<base href="https://evil.example/"><meta http-equiv="refresh" content="0; url=https://evil.example/refresh">
<title>&lt;/script&gt;&lt;script&gt;fired("title")&lt;/script&gt;</title>
<style>@import url(https://evil.example/a.css); body { background: url(https://evil.example/b.png) }
@font-face { font-family: x; src: url(https://evil.example/c.woff) }</style>
<link rel="stylesheet" href="https://evil.example/d.css"><link rel="prefetch" href="https://evil.example/e">
<script>fired("head")</script><script src="https://evil.example/f.js"></script></head>
<body onload="fired('body')" background="https://evil.example/g.png" style="background: url(https://evil.example/h.png)">
<p onclick="fired('click')" onmouseover="fired('over')">The first paragraph of this page is long enough to be taken for
main content, and it says nothing that anybody would want to know about anything at all.</p>
<img src="x" onerror="fired('error')" alt='"><img src=x onerror=fired("alt")>'>
<a href="javascript:fired('link')">A link that <b>runs</b></a> <a href="https://evil.example/i" ping="https://evil.example/ping">out</a>
<svg onload="fired('svg')"><script>fired("svg script")</script><text>drawn</text></svg>
<math><mtext><style><img src=x onerror="fired('math')"></style></mtext></math>
<iframe srcdoc="<script>parent.fired('srcdoc')</script>"></iframe><iframe src="https://evil.example/j"></iframe>
<form action="https://evil.example/n"><input autofocus onfocus="fired('focus')"><button formaction="javascript:fired('form')">Send it</button></form>
<p>&lt;script&gt;fired("text")&lt;/script&gt; &lt;/script&gt;&lt;img src=x onerror=fired("text2")&gt; and &lt;!-- an end --&gt; of a
second paragraph, which goes on for long enough to be main content as well, whatever it says.</p>
<x-evil onclick="fired('custom')" id="data" name="data">A custom element that is called data</x-evil>
<script-><p id="block-0" class="b current">One that looks like the inspector's own.</p></script->
<template><p>never seen</p><script>fired("template")</script></template>
<video autoplay src="https://evil.example/m"></video><object data="https://evil.example/k"></object>
<details ontoggle="fired('toggle')" open><summary>More</summary><p>Folded text of the page.</p></details>
<embed src="https://evil.example/l">
</body></html>"""
"""Every way that is known to us to get code to run or something to load; ``fired`` notes what was run."""


def data_of(document: str) -> dict[str, Any]:
    """Return the data in an inspector's file."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', document, re.DOTALL)
    assert found is not None
    loaded: dict[str, Any] = json.loads(found[1])
    return loaded
