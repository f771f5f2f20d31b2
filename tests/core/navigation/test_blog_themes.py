"""Lines about an entry as common blog systems write them, in several languages."""

from __future__ import annotations

import pytest

URL = "https://blog.example/2024/06/03/roses/"
TITLE = "<h1>Rosen im Juni</h1>"
TEXT = "<p>{}</p>".format("Die Rose will tiefen Boden und am Morgen Wasser, nie auf die Blätter. " * 3)
JAPANESE = "<p>{}</p>".format("バラは深い土と朝の水を好みます。" * 8)

THEMES = {
    "blocks-de": (
        (
            f'<main><div>{TITLE}<div class="is-layout-flex"><p>Veröffentlicht am</p><div><time>'
            '<a href="/2024/06/03/roses/">3. Juni 2024</a></time></div><p>von</p><div class="wp-block-post-author-name">'
            '<a href="/author/ida/">Ida Roth</a></div><p>in</p><div class="wp-block-post-terms">'
            f'<a href="/category/garten/" rel="tag">Garten</a></div></div></div>{TEXT}</main>'
        ),
        ["Veröffentlicht am 3. Juni 2024 von Ida Roth in Garten"],
    ),
    "ghost-fr": (
        (
            f'<article>{TITLE}<div><h4><a href="/author/ida/">Ida Roux</a></h4>'
            f"<div><time>3 juin 2024</time> — 4 min de lecture</div></div>{TEXT}</article>"
        ),
        ["Ida Roux 3 juin 2024 — 4 min de lecture"],
    ),
    "jekyll-en": (
        (
            f"<article>{TITLE}{TEXT}<div>Filed under: "
            '<a href="/categories/garden">garden</a> <a href="/tags/roses">roses</a></div></article>'
        ),
        ["Filed under: garden roses"],
    ),
    "hugo-nl": (
        (
            f'<article>{TITLE}<div><a href="/authors/ida/">Ida Roos</a> · <time>3 juni 2024</time> · 4 minuten</div>{TEXT}'
            '<ul><li><a href="/tags/rozen/">#rozen</a></li> <li><a href="/tags/tuin/">#tuin</a></li></ul></article>'
        ),
        ["Ida Roos · 3 juni 2024 · 4 minuten", "#rozen #tuin"],
    ),
    "movable-type-ja": (
        (
            f"<div>{TITLE}{JAPANESE}<p>投稿者: 杏 日時: 2024年6月3日 | "
            '<a href="/roses.html#comments">コメント (2)</a> | <a href="/roses.html#trackback">トラックバック (0)</a></p></div>'
        ),
        ["投稿者: 杏 日時: 2024年6月3日 | コメント (2) | トラックバック (0)"],
    ),
    "note-ja": (
        (
            f"<main><article>{TITLE}{JAPANESE}</article>"
            '<div><ul><li><a href="/hashtag/bara">#バラ</a></li> <li><a href="/hashtag/niwa">#庭</a></li></ul></div></main>'
        ),
        ["#バラ #庭"],
    ),
    "typo3-de": (
        (
            '<div class="news"><h3>Rosen im Juni</h3><p><span>03.06.2024</span> <span>Kategorie: '
            f'<a href="/aktuelles/kategorie/garten/">Garten</a></span> <span>Von Ida Roth</span></p>{TEXT}</div>'
        ),
        ["03.06.2024 Kategorie: Garten Von Ida Roth"],
    ),
    "drupal-pl": (
        (
            f'<article>{TITLE}<div>Przez <span><a href="/user/3">Ida Róża</a></span>, 3 czerwca 2024</div>{TEXT}'
            '<div><div>Tagi</div><div><a href="/tagi/roze">róże</a> <a href="/tagi/ogrod">ogród</a></div></div></article>'
        ),
        ["Przez Ida Róża , 3 czerwca 2024", "Tagi róże ogród"],
    ),
    "joomla-es": (
        (
            f'<div>{TITLE}<dl class="article-info"><dt>Detalles</dt><dd>Escrito por: Ida</dd>'
            f'<dd>Categoría: <a href="/jardin">Jardín</a></dd> <dd>Publicado: 3 junio 2024</dd></dl>{TEXT}</div>'
        ),
        ["Detalles Escrito por: Ida Categoría: Jardín Publicado: 3 junio 2024"],
    ),
    "wordpress-it": (
        (
            f'<div>{TITLE}{TEXT}<p class="postmetadata">Scritto da Ida in <a href="/category/x/" rel="tag">Giardino</a> | '
            '<a href="/rose/#comments">3 commenti »</a></p></div>'
        ),
        ["Scritto da Ida in Giardino | 3 commenti »"],
    ),
    "news-pt": (
        f'<main>{TITLE}<div><p>Por <a href="/autores/ida-rosa">Ida Rosa</a></p> <p>3 de junho de 2024</p></div>{TEXT}</main>',
        ["Por Ida Rosa 3 de junho de 2024"],
    ),
    "blog-ru": (
        (
            f'<article>{TITLE}<div>Автор: <a href="/author/ida/">Ида</a> | 3 июня 2024</div>{TEXT}'
            '<div>Метки: <a href="/tag/rozy/">розы</a>, <a href="/tag/sad/">сад</a></div>'
            '<div><a href="/rozy/#respond">Нет комментариев</a></div></article>'
        ),
        ["Автор: Ида | 3 июня 2024", "Метки: розы , сад", "Нет комментариев"],
    ),
    "blog-zh": (
        (
            f'<article>{TITLE}<div>作者：<a href="/author/ida/">林杏</a> 发布于 2024年6月3日</div>{JAPANESE}'
            '<div>标签：<a href="/tag/rose/">玫瑰</a> <a href="/tag/garden/">花园</a></div></article>'
        ),
        ["作者： 林杏 发布于 2024年6月3日", "标签： 玫瑰 花园"],
    ),
    "news-ko": (
        (
            f'<main>{TITLE}<div><span>기자 <a href="/reporter/ida">이다</a></span> <span>입력 2024.06.03</span></div>{TEXT}'
            '<div>태그 <a href="/tag/rose">장미</a> <a href="/tag/garden">정원</a></div></main>'
        ),
        ["기자 이다 입력 2024.06.03", "태그 장미 정원"],
    ),
}


@pytest.mark.parametrize("theme", THEMES)
def test_lines_of_common_themes(find, theme):
    body, lines = THEMES[theme]
    menu = '<nav><a href="/">Home</a> <a href="/category/a/">A</a></nav>'
    assert [text for _, _, text in find("blog_utility", menu + body, URL)] == lines
