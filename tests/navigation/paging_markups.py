"""Usual markups of pagers, and what looks like one: what the next and the previous page are, each in a page around it."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAMES = re.compile(r""" (?:class|id)=(?:"[^"]*"|'[^']*'|[^\s>]+)""")


class Markup(NamedTuple):
    """A pager's markup: where it stands, and the addresses, relative to it, that are right.

    ``named`` tells that it takes a class or id to understand it: nothing else says which link leads where.
    """

    name: str
    url: str
    body: str
    following: str | None
    previous: str | None
    named: bool = False
    head: str = ""

    def without_names(self) -> str:
        """Return the markup without classes and ids."""
        return _NAMES.sub("", self.body)


BLOG = "https://blog.example/"
SHOP = "https://shop.example/garden/tools?page=2"
FORUM = "https://forum.example/viewforum.php?f=4"

WORDS = {
    "de": ("Nächste Seite", "Vorherige Seite", "Ältere Beiträge", "Neuere Beiträge", "Weiter", "Zurück"),
    "en": ("Next page", "Previous page", "Older posts", "Newer posts", "Next", "Previous"),
    "es": ("Página siguiente", "Página anterior", "Entradas antiguas", "Entradas recientes", "Siguiente", "Anterior"),
    "fr": (
        *("Page suivante", "Page précédente", "Articles plus anciens", "Articles plus récents"),
        *("Suivant", "Précédent"),
    ),
    "it": (
        *("Pagina successiva", "Pagina precedente", "Articoli meno recenti", "Articoli più recenti"),
        *("Successivo", "Precedente"),
    ),
    "ja": ("次のページ", "前のページ", "過去の投稿", "新しい投稿", "次へ", "前へ"),
    "ko": ("다음 페이지", "이전 페이지", "이전 글 보기", "최근 글 보기", "다음", "이전"),
    "nl": ("Volgende pagina", "Vorige pagina", "Oudere berichten", "Nieuwere berichten", "Volgende", "Vorige"),
    "pl": ("Następna strona", "Poprzednia strona", "Starsze wpisy", "Nowsze wpisy", "Następna", "Poprzednia"),
    "pt": ("Próxima página", "Página anterior", "Posts mais antigos", "Posts mais recentes", "Próxima", "Anterior"),
    "ru": ("Следующая страница", "Предыдущая страница", "Старые записи", "Новые записи", "Следующая", "Предыдущая"),
    "zh": ("下一页", "上一页", "较旧文章", "较新文章", "下页", "上页"),
}
"""Next and previous page, older and newer entries, next and previous, by language."""

PAGERS = (
    Markup(
        "current number in a span",
        BLOG + "page/2/",
        '<div class="pagination"><a href="/">1</a> <span class="current">2</span> <a href="/page/3/">3</a>'
        ' <span>…</span> <a href="/page/10/">10</a> <a href="/page/3/">»</a></div>',
        "/page/3/",
        "/",
    ),
    Markup(
        "current number in strong, no arrows",
        SHOP,
        '<p class="pages">Page: <a href="/garden/tools?page=1">1</a> | <strong>2</strong> |'
        ' <a href="/garden/tools?page=3">3</a> | <a href="/garden/tools?page=4">4</a></p>',
        "/garden/tools?page=3",
        "/garden/tools?page=1",
    ),
    Markup(
        "aria-current on a link to itself",
        SHOP,
        '<nav aria-label="Pagination"><ul><li><a href="?page=1">1</a></li><li><a href="?page=2" aria-current="page">2</a>'
        '</li><li><a href="?page=3">3</a></li></ul></nav>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "Bootstrap: the current one is an item of class active, with a link to itself",
        SHOP,
        '<ul class="pagination"><li class="page-item"><a class="page-link" href="?page=1">«</a></li>'
        '<li class="page-item"><a href="?page=1">1</a></li><li class="page-item active"><a href="?page=2">2</a></li>'
        '<li class="page-item"><a href="?page=3">3</a></li><li class="page-item"><a href="?page=3">»</a></li></ul>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "the current one leads nowhere",
        SHOP,
        '<div class="pager"><a href="?page=1">1</a> <a href="#" class="on">2</a> <a href="?page=3">3</a></div>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "first page: 1 2 3 … 10 »",
        "https://paper.example/local/",
        '<div class="nav"><span>1</span> <a href="/local/?p=2">2</a> <a href="/local/?p=3">3</a> …'
        ' <a href="/local/?p=10">10</a> <a href="/local/?p=2">»</a></div>',
        "/local/?p=2",
        None,
    ),
    Markup(
        "first and last with double arrows",
        SHOP,
        '<div class="pager"><a href="?page=1">«</a> <a href="?page=1">‹</a> <a href="?page=1">1</a> <b>2</b>'
        ' <a href="?page=3">3</a> <a href="?page=3">›</a> <a href="?page=9">»</a></div>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "start offset",
        "https://lists.example/books?start=20",
        '<div><a href="/books?start=0">1</a> <b>2</b> <a href="/books?start=40">3</a> <a href="/books?start=60">4</a></div>',
        "/books?start=40",
        "/books?start=0",
    ),
    Markup(
        "offset and words",
        "https://lists.example/find?q=spade&offset=50",
        '<p><a href="/find?q=spade&amp;offset=0">Prev</a> | <a href="/find?q=spade&amp;offset=100">Next</a></p>',
        "/find?q=spade&offset=100",
        "/find?q=spade&offset=0",
    ),
    Markup(
        "numbered documents",
        "https://old.example/list_48_2.html",
        '<ul><li><a href="list_48_1.html">1</a></li><li class="thisclass">2</li><li><a href="list_48_3.html">3</a></li>'
        '<li><a href="list_48_4.html">4</a></li></ul>',
        "list_48_3.html",
        "list_48_1.html",
    ),
    Markup(
        "load more with an address",
        "https://paper.example/news",
        '<div class="more"><a href="/news?page=2">Load more</a></div>',
        "/news?page=2",
        None,
    ),
    Markup(
        "show more with an address",
        "https://paper.example/news?page=3",
        '<a class="button" href="/news?page=4">Show more</a>',
        "/news?page=4",
        None,
    ),
    Markup(
        "the head alone",
        SHOP,
        '<p><a href="/about">About</a></p>',
        "?page=3",
        "?page=1",
        head='<link rel="prev" href="?page=1"><link rel="next" href="?page=3">',
    ),
    Markup(
        "labels of icons",
        SHOP,
        '<div class="pagination"><a href="?page=1" aria-label="Previous"><i class="icon-left"></i></a>'
        '<a href="?page=3" aria-label="Next"><i class="icon-right"></i></a></div>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "titles of icons",
        SHOP,
        '<div><a href="?page=1" title="Previous page"><i class="fa fa-left"></i></a> Page 2 of 7'
        ' <a href="?page=3" title="Next page"><i class="fa fa-right"></i></a></div>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "pictures with alternative texts",
        SHOP,
        '<p><a href="?page=1"><img src="l.gif" alt="prev"></a> <a href="?page=3"><img src="r.gif" alt="next"></a></p>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "phpBB 3",
        FORUM + "&start=25",
        '<div class="pagination">96 topics <ul><li class="arrow previous"><a class="button" href="./viewforum.php?f=4"'
        ' rel="prev"><i class="icon"></i><span class="sr-only">Previous</span></a></li>'
        '<li><a class="button" href="./viewforum.php?f=4">1</a></li><li class="active"><span>2</span></li>'
        '<li><a class="button" href="./viewforum.php?f=4&amp;start=50">3</a></li><li class="arrow next">'
        '<a class="button" href="./viewforum.php?f=4&amp;start=50" rel="next"><span class="sr-only">Next</span></a>'
        "</li></ul></div>",
        "/viewforum.php?f=4&start=50",
        "/viewforum.php?f=4",
    ),
    Markup(
        "phpBB 2",
        "https://forum.example/viewtopic.php?t=190",
        '<span class="gensmall"><b>Goto page: <b>1</b>, <a href="viewtopic.php?t=190&amp;start=15">2</a>,'
        ' <a href="viewtopic.php?t=190&amp;start=30">3</a>&nbsp; <a href="viewtopic.php?t=190&amp;start=15">Next</a></b>'
        "</span>",
        "/viewtopic.php?t=190&start=15",
        None,
    ),
    Markup(
        "XenForo",
        "https://forum.example/threads/spades.12/page-2",
        '<nav class="pageNavWrapper"><div class="pageNav"><a href="/threads/spades.12/" class="pageNav-jump'
        ' pageNav-jump--prev">Prev</a><ul class="pageNav-main"><li class="pageNav-page">'
        '<a href="/threads/spades.12/">1</a></li><li class="pageNav-page pageNav-page--current">'
        '<a href="/threads/spades.12/page-2">2</a></li><li class="pageNav-page">'
        '<a href="/threads/spades.12/page-3">3</a></li></ul><a href="/threads/spades.12/page-3"'
        ' class="pageNav-jump pageNav-jump--next">Next</a></div><div class="pageNavSimple">2 of 9</div></nav>',
        "/threads/spades.12/page-3",
        "/threads/spades.12/",
    ),
    Markup(
        "vBulletin",
        "https://forum.example/showthread.php?t=12&page=2",
        '<div class="pagenav"><table><tr><td class="vbmenu_control">Page 2 of 9</td>'
        '<td class="alt1"><a rel="prev" href="showthread.php?t=12" title="Prev Page - Results 1 to 10 of 88">&lt;</a>'
        '</td><td><a href="showthread.php?t=12" title="Show results 1 to 10 of 88">1</a></td>'
        '<td class="alt2"><strong>2</strong></td><td><a href="showthread.php?t=12&amp;page=3">3</a></td>'
        '<td><a rel="next" href="showthread.php?t=12&amp;page=3" title="Next Page - Results 21 to 30 of 88">&gt;</a></td>'
        '<td><a href="showthread.php?t=12&amp;page=9" title="Last Page">Last »</a></td></tr></table></div>',
        "/showthread.php?t=12&page=3",
        "/showthread.php?t=12",
    ),
    Markup(
        "Discuz",
        "https://bbs.example/forum-36-2.html",
        '<div class="pg"><a href="forum-36-1.html" class="prev">&nbsp;&nbsp;</a><a href="forum-36-1.html">1</a>'
        '<strong>2</strong><a href="forum-36-3.html">3</a><a href="forum-36-4.html">4</a>'
        '<label><span title="共 4 页"> / 4 页</span></label><a href="forum-36-3.html" class="nxt">下一页</a></div>',
        "forum-36-3.html",
        "forum-36-1.html",
    ),
    Markup(
        "SMF: numbers, the current one in brackets",
        "https://forum.example/index.php?board=18.20",
        '<div class="pagelinks">Pages: <a href="index.php?board=18.0">1</a> [<strong>2</strong>]'
        ' <a href="index.php?board=18.40">3</a> <a href="#bot">Go Down</a></div>',
        "/index.php?board=18.40",
        "/index.php?board=18.0",
    ),
    Markup(
        "MediaWiki",
        "https://wiki.example/index.php?title=Category:Spades",
        '<p>(previous page) (<a href="/index.php?title=Category:Spades&amp;pagefrom=Narrow">next page</a>)</p>',
        "/index.php?title=Category:Spades&pagefrom=Narrow",
        None,
    ),
    Markup(
        "MediaWiki's history",
        "https://wiki.example/index.php?title=Spade&action=history&offset=20200101&limit=20",
        "<p>(<a href='/index.php?title=Spade&amp;action=history&amp;dir=prev&amp;limit=20'>latest</a>) View"
        ' (<a rel="prev" href="/index.php?title=Spade&amp;dir=prev&amp;offset=2020">previous 20</a>'
        ' | <a rel="next" href="/index.php?title=Spade&amp;offset=2019&amp;limit=20">next 20</a>)</p>',
        "/index.php?title=Spade&offset=2019&limit=20",
        "/index.php?title=Spade&dir=prev&offset=2020",
    ),
    Markup(
        "Blogger",
        "https://plot.example/search?updated-max=2024-03-18",
        '<div class="blog-pager" id="blog-pager"><span id="blog-pager-newer-link"><a class="blog-pager-newer-link"'
        ' href="https://plot.example/">Newer Posts</a></span><span id="blog-pager-older-link">'
        '<a class="blog-pager-older-link" href="https://plot.example/search?updated-max=2024-02-01&amp;start=7">'
        'Older Posts</a></span><a class="home-link" href="https://plot.example/">Home</a></div>',
        "/",
        "/search?updated-max=2024-02-01&start=7",
    ),
    Markup(
        "WordPress 2010s",
        BLOG + "page/2/",
        '<div id="nav-below" class="navigation"><div class="nav-previous"><a href="https://blog.example/page/3/">'
        '<span class="meta-nav">←</span> Older posts</a></div><div class="nav-next"><a href="https://blog.example/">'
        'Newer posts <span class="meta-nav">→</span></a></div></div>',
        "/",
        "/page/3/",
    ),
    Markup(
        "WordPress 2020s",
        BLOG + "page/2/",
        '<nav class="navigation pagination" aria-label="Posts"><h2 class="screen-reader-text">Posts navigation</h2>'
        '<div class="nav-links"><a class="prev page-numbers" href="https://blog.example/">Previous</a>'
        '<a class="page-numbers" href="https://blog.example/"><span class="meta-nav">Page </span>1</a>'
        '<span aria-current="page" class="page-numbers current"><span class="meta-nav">Page </span>2</span>'
        '<a class="page-numbers" href="https://blog.example/page/3/"><span class="meta-nav">Page </span>3</a>'
        '<a class="next page-numbers" href="https://blog.example/page/3/">Next</a></div></nav>',
        "/page/3/",
        "/",
    ),
    Markup(
        "WordPress: a divided article",
        "https://blog.example/2024/roses/2/",
        '<div class="page-links">Pages: <a href="https://blog.example/2024/roses/" class="post-page-numbers">1</a>'
        ' <span class="post-page-numbers current" aria-current="page">2</span>'
        ' <a href="https://blog.example/2024/roses/3/" class="post-page-numbers">3</a></div>',
        "/2024/roses/3/",
        "/2024/roses/",
    ),
    Markup(
        "a shop's list of results",
        "https://shop.example/s?k=spade&page=2&ref=sr_pg_2",
        '<div class="s-pagination"><a href="/s?k=spade&amp;page=1&amp;ref=sr_pg_1" aria-label="Go to previous page,'
        ' page 1">Previous</a><a href="/s?k=spade&amp;page=1&amp;ref=sr_pg_2" aria-label="Go to page 1">1</a>'
        '<span aria-label="Current page, page 2">2</span><a href="/s?k=spade&amp;page=3&amp;ref=sr_pg_2"'
        ' aria-label="Go to page 3">3</a><span>...</span><span>20</span>'
        '<a href="/s?k=spade&amp;page=3&amp;ref=sr_pg_2" aria-label="Go to next page, page 3">Next</a></div>',
        "/s?k=spade&page=3&ref=sr_pg_2",
        "/s?k=spade&page=1&ref=sr_pg_1",
    ),
    Markup(
        "Shopify",
        "https://shop.example/collections/all?page=2",
        '<nav class="pagination" role="navigation" aria-label="Pagination"><ul class="pagination__list" role="list"><li>'
        '<a href="/collections/all?page=1" class="pagination__item pagination__item--prev" aria-label="Previous page">'
        '</a></li><li><a href="/collections/all?page=1" aria-label="Page 1">1</a></li><li><a role="link"'
        ' aria-disabled="true" class="pagination__item--current" aria-current="page" aria-label="Page 2">2</a></li><li>'
        '<a href="/collections/all?page=3" aria-label="Page 3">3</a></li><li><a href="/collections/all?page=3"'
        ' class="pagination__item pagination__item--next" aria-label="Next page"></a></li></ul></nav>',
        "/collections/all?page=3",
        "/collections/all?page=1",
    ),
    Markup(
        "Drupal",
        "https://town.example/news?page=1",
        '<nav class="pager" role="navigation" aria-labelledby="pagination-heading"><h4 class="visually-hidden">'
        'Pagination</h4><ul class="pager__items"><li class="pager__item--first"><a href="?page=0" title="Go to first'
        ' page"><span class="visually-hidden">First page</span> <span aria-hidden="true">« First</span></a></li>'
        '<li class="pager__item--previous"><a href="?page=0" title="Go to previous page" rel="prev">'
        '<span class="visually-hidden">Previous page</span> <span aria-hidden="true">‹ Previous</span></a></li>'
        '<li class="pager__item"><a href="?page=0" title="Go to page 1">1</a></li><li class="pager__item is-active">'
        '<a href="?page=1" title="Current page">2</a></li><li><a href="?page=2" title="Go to page 3">3</a></li>'
        '<li class="pager__item--next"><a href="?page=2" title="Go to next page" rel="next">'
        '<span class="visually-hidden">Next page</span> <span aria-hidden="true">Next ›</span></a></li>'
        '<li><a href="?page=8" title="Go to last page">Last »</a></li></ul></nav>',
        "?page=2",
        "?page=0",
    ),
    Markup(
        "TYPO3 news",
        "https://verein.example/aktuelles/seite-2",
        '<div class="page-navigation"><p>Seite 2 von 5.</p><ul class="f3-widget-paginator"><li class="previous">'
        '<a href="/aktuelles">vorherige</a></li><li><a href="/aktuelles">1</a></li><li class="current">2</li>'
        '<li><a href="/aktuelles/seite-3">3</a></li><li class="next"><a href="/aktuelles/seite-3">nächste</a></li></ul>'
        "</div>",
        "/aktuelles/seite-3",
        "/aktuelles",
    ),
    Markup(
        "Joomla",
        "https://club.example/?start=10",
        '<div class="pagination"><p class="counter">Page 2 of 12</p><ul><li class="pagination-start"><a title="Start"'
        ' href="/">Start</a></li><li class="pagination-prev"><a title="Prev" href="/">Prev</a></li>'
        '<li><a href="/">1</a></li><li><span>2</span></li><li><a href="/?start=20">3</a></li><li class="pagination-next">'
        '<a title="Next" href="/?start=20">Next</a></li><li><a title="End" href="/?start=110">End</a></li></ul></div>',
        "/?start=20",
        "/",
    ),
    Markup(
        "an article's pages, in words",
        "https://paper.example/local/mill.html",
        '<p class="paging">Page 1 of 3 <a href="/local/mill-2.html">Continue reading on page 2</a></p>',
        "/local/mill-2.html",
        None,
    ),
    Markup(
        "Seite 2 von 3",
        "https://zeitung.example/lokal/muehle?seite=2",
        '<div class="seiten"><span>Seite 2 von 3</span> <a href="/lokal/muehle?seite=1">Vorherige</a>'
        ' <a href="/lokal/muehle?seite=3">Nächste</a> <a href="/lokal/muehle?komplett=1">Auf einer Seite lesen</a></div>',
        "/lokal/muehle?seite=3",
        "/lokal/muehle?seite=1",
    ),
    Markup(
        "次ページ, with what it is about",
        "https://shimbun.example/articles/1234.html",
        '<p><a href="/articles/1234_2.html">次ページ：水車が止まった日</a></p><p>1 <a href="/articles/1234_2.html">2</a>'
        ' <a href="/articles/1234_3.html">3</a> <a href="/articles/1234_all.html">全文表示</a></p>',
        "/articles/1234_2.html",
        None,
    ),
    Markup(
        "下一页 with numbers and a count",
        "https://news.example.cn/a/2.html",
        '<div id="page">共5页 <a href="/a/1.html">首页</a> <a href="/a/1.html">上一页</a> <a href="/a/1.html">1</a>'
        ' <span>2</span> <a href="/a/3.html">3</a> <a href="/a/3.html">下一页</a> <a href="/a/5.html">末页</a></div>',
        "/a/3.html",
        "/a/1.html",
    ),
    Markup(
        "a language without words: classes",
        "https://lehti.example/uutiset/?sivu=2",
        '<div class="pager"><a class="prev" href="?sivu=1">Edellinen</a> <a class="next" href="?sivu=3">Seuraava</a></div>',
        "?sivu=3",
        "?sivu=1",
        named=True,
    ),
    Markup(
        "a language without words: signs and numbers",
        "https://lehti.example/uutiset/?sivu=2",
        '<div><a href="?sivu=1">« Edellinen</a> <a href="?sivu=1">1</a> 2 <a href="?sivu=3">3</a>'
        ' <a href="?sivu=3">Seuraava »</a></div>',
        "?sivu=3",
        "?sivu=1",
    ),
    Markup(
        "the last page",
        SHOP,
        '<div class="pager"><a href="?page=1">« Previous</a> <a href="?page=1">1</a> <b>2</b></div>',
        None,
        "?page=1",
    ),
    Markup(
        "the last page, disabled link",
        SHOP,
        '<div class="pager"><a href="?page=1">Previous</a> <a href="#" class="disabled">Next</a></div>',
        None,
        "?page=1",
    ),
    Markup(
        "the last page, next one leads to itself",
        SHOP,
        '<div class="pager"><a href="?page=1">Previous</a> <a href="?page=2" class="disabled">Next</a></div>',
        None,
        "?page=1",
    ),
    Markup(
        "a pager above and below",
        SHOP,
        '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a></div><p>Spades.</p><p>Forks.</p>'
        '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a></div>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "results a page and order beside the pager",
        SHOP,
        '<div class="toolbar"><a href="?page=2&amp;limit=12">12</a> <a href="?page=2&amp;limit=24">24</a>'
        ' <a href="?page=2&amp;limit=all">Show all</a></div><div class="pager"><a href="?page=1">1</a> <b>2</b>'
        ' <a href="?page=3">3</a> <a href="?page=3">Next</a></div>',
        "?page=3",
        "?page=1",
    ),
    Markup(
        "a count of results between the arrows",
        "https://lists.example/jobs?from=25",
        '<div><a href="/jobs?from=0">&lt; Back</a> <span>26–50 of 312</span> <a href="/jobs?from=50">Next &gt;</a></div>',
        "/jobs?from=50",
        "/jobs?from=0",
    ),
    Markup(
        "two pages, numbered documents",
        "https://old.example/news/list_48_1.html",
        '<div>1 <a href="list_48_2.html">2</a></div>',
        "list_48_2.html",
        None,
    ),
    Markup(
        "the last one of two pages, offsets",
        "https://old.example/find.php?cat=3&start=20",
        '<p><a href="find.php?cat=3&amp;start=0">1</a> | <b>2</b></p>',
        None,
        "find.php?cat=3&start=0",
    ),
    Markup(
        "hyphen and slash around the numbers",
        "https://old.example/archive/index2.html",
        '<center>[ <a href="index.html">1</a> - 2 - <a href="index3.html">3</a> / <a href="index3.html">next »</a> ]</center>',
        "index3.html",
        "index.html",
    ),
    Markup(
        "TYPO3: the list's name before the page's",
        "https://verein.example/aktuelles?tx_news_pi1%5BcurrentPage%5D=2&cHash=abc",
        '<ul><li><a href="/aktuelles?cHash=1">1</a></li><li>2</li>'
        '<li><a href="/aktuelles?tx_news_pi1%5BcurrentPage%5D=3&amp;cHash=def">3</a></li></ul>',
        "/aktuelles?tx_news_pi1%5BcurrentPage%5D=3&cHash=def",
        "/aktuelles?cHash=1",
    ),
    Markup(
        "another path than the page's own, the current number by its class",
        "https://shop.example/c/buy/spades/24049",
        '<ul class="pager"><li><a class="link linkActive" href="/c/search?q=spades">1</a></li>'
        '<li><a class="link" href="/c/search?pn=2&amp;q=spades">2</a></li>'
        '<li><a class="link" href="/c/search?pn=3&amp;q=spades">3</a></li></ul>',
        "/c/search?pn=2&q=spades",
        None,
        named=True,
    ),
    Markup(
        "a long list counted from its end",
        "https://bbs.example/rose/index4567.html",
        '<p><a href="/rose/index4566.html">‹ 上頁</a> <a href="/rose/index4568.html">下頁 ›</a></p>',
        "/rose/index4568.html",
        "/rose/index4566.html",
    ),
    Markup(
        "the page's number before what is looked for",
        "https://markt.example/garten/seite:2/spaten",
        '<p><a href="/garten/spaten">1</a> <b>2</b> <a href="/garten/seite:3/spaten">3</a></p>',
        "/garten/seite:3/spaten",
        "/garten/spaten",
    ),
    Markup(
        "addresses of another scheme and host name",
        "https://blog.example/list.php?p=2",
        '<p><a href="http://www.blog.example/list.php?p=1">1</a> <b>2</b> <a href="http://www.blog.example/list.php?p=3">3</a></p>',
        "http://www.blog.example/list.php?p=3",
        "http://www.blog.example/list.php?p=1",
    ),
    Markup(
        "a session in the links",
        SHOP,
        '<p><a href="/garden/tools;jsessionid=AB12?page=1">1</a> <b>2</b> <a href="/garden/tools;jsessionid=AB12?page=3">3</a></p>',
        "/garden/tools;jsessionid=AB12?page=3",
        "/garden/tools;jsessionid=AB12?page=1",
    ),
    Markup(
        "names of icons as text",
        SHOP,
        '<p><a href="?page=1"><i>navigate_before</i></a> <a href="?page=3"><i>navigate_next</i></a></p>',
        "?page=3",
        "?page=1",
    ),
)
"""Pagers, each by its name."""

NO_PAGERS = {
    "slider": '<div class="slider"><a class="prev" href="#slide1">Previous</a> <a class="next" href="#slide3">Next</a></div>',
    "scripted": '<div class="pager"><a href="javascript:go(1)">Previous</a> <a href="javascript:go(3)">Next</a></div>',
    "numbers that lead nowhere": '<div class="dots"><a href="#">1</a> <a href="#">2</a> <a href="#">3</a></div>',
    "next article": (
        '<nav class="post-navigation"><a rel="prev" href="/mill">Previous article</a>'
        ' <a rel="next" href="/weir">Next article</a></nav>'
    ),
    "articles by title": (
        '<nav class="navigation post-navigation" aria-label="Posts"><div class="nav-links"><div class="nav-previous">'
        '<a href="/mill" rel="prev">The mill</a></div><div class="nav-next"><a href="/weir" rel="next">The weir</a>'
        "</div></div></nav>"
    ),
    "next and the article's title": (
        '<div class="prev-next"><a href="/mill"><span>Previous</span> <span>The mill that stood still</span></a>'
        '<a href="/weir"><span>Next</span> <span>What the weir keeps back in spring</span></a></div>'
    ),
    "articles by title between arrows": '<p><a href="/mill">« The mill</a> | <a href="/weir">The weir »</a></p>',
    "calendar": (
        '<table id="wp-calendar"><caption>March 2024</caption><tr><td><a href="/2024/03/01/">1</a></td>'
        '<td><a href="/2024/03/02/">2</a></td><td>3</td><td><a href="/2024/03/04/">4</a></td></tr>'
        '<tfoot><tr><td><a href="/2024/02/">« Feb</a></td><td><a href="/2024/04/">Apr »</a></td></tr></tfoot></table>'
    ),
    "month": '<p><a href="/events?year=2024&amp;month=2">« February 2024</a> <a href="/events?year=2024&amp;month=4">April 2024 »</a></p>',
    "comments": (
        '<div class="comment-navigation"><a href="/roses/comment-page-1/#comments">← Older Comments</a>'
        ' <a href="/roses/comment-page-3/#comments">Newer Comments →</a></div>'
    ),
    "trail": '<p class="breadcrumb"><a href="/">Home</a> › <a href="/garden/">Garden</a> › Roses</p>',
    "related": '<div class="related"><h3>Related</h3><a href="/weir">The weir</a> <a href="/news/">More »</a></div>',
    "all news": '<p><a href="/news/">All news →</a></p>',
    "menu": (
        '<header><nav><ul><li><a href="/garden/">Garden »</a><ul><li><a href="/garden/roses">Roses</a></li></ul></li>'
        '<li><a href="/house/">House »</a></li><li><a href="/back/">« Back</a></li></ul></nav></header>'
    ),
    "languages": '<p><a href="/de/roses">DE</a> <a href="/fr/roses">FR</a> <a href="/it/roses">IT</a></p>',
    "years": '<ul><li><a href="/2022/">2022</a></li><li><a href="/2023/">2023</a></li><li><a href="/2024/">2024</a></li></ul>',
    "months": (
        '<div class="widget"><h3>Archives</h3><ul><li><a href="/2024/02/">February 2024</a> (3)</li>'
        '<li><a href="/2024/03/">March 2024</a> (4)</li></ul></div>'
    ),
    "ratings": '<p>Rate: <a href="/rate?v=1">1</a> <a href="/rate?v=2">2</a> <a href="/rate?v=3">3</a></p>',
    "steps of a form": '<form><a href="/order/step2">Next step</a></form>',
    "teasers": "".join(
        f'<article><h2>{name}</h2><p>The {name} of Tarnholm.</p><a href="/{name}">Weiter »</a></article>'
        for name in ("mill", "weir", "ferry")
    ),
    "numbered teasers": "".join(
        f'<div><h3>Новость {number}</h3><a href="/roses/{number}">Далее</a></div>' for number in (211, 212, 213)
    ),
    "one teaser": '<article><h2>The mill</h2><p>It turns.</p><a href="/news/mill">Weiter</a></article>',
    "a product's name": '<ul><li class="nav-next-js"><a class="next" href="/with/nextjs/">Next.js</a></li></ul>',
    "next event": '<p><a href="/events/tuesday">Next event: the fair on Tuesday</a></p>',
    "spans of years": '<p><a href="/timeline?from=1990">1990-1999</a> <a href="/timeline?from=2000">2000-2009</a></p>',
    "next changeset": '<div><a href="/changes/122">Previous Changeset</a> <a href="/changes/124">Next Changeset</a></div>',
    "revisions": (
        '<div>← <a href="?id=5&amp;go=prev">Older revision</a> | <a href="?id=5&amp;go=next">Newer revision</a> →</div>'
    ),
    "an item's neighbours behind arrows": '<div><a href="/rake">‹</a> <a href="/hoe">›</a></div>',
    "next podcast": '<div><a href="/audio/ash">Previous Podcast</a> <a href="/audio/oak">Next Podcast</a></div>',
    "an article that a sentence speaks of": (
        '<p>I wrote a <a href="/2024/2/2">previous article</a> on what the roses did before, and the year is not over.</p>'
    ),
    "a sentence's link to another site": '<p>The <a href="https://bugs.example/7391">older</a> way.</p>',
    "pages of comments": '<p class="pager"><a href="/roses?comments_page=2">Next</a></p>',
}
"""What is no way to the next page of anything, by what it is."""
