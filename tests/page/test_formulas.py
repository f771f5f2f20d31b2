from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent import extract
from scrapy_maincontent.page import parser
from scrapy_maincontent.page.formulas import MAX_TEX, tex_of_picture, with_formulas
from scrapy_maincontent.page.mathml import tex_of
from scrapy_maincontent.rendering import render

ROWS = "<mrow><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msub><mi>y</mi><mn>1</mn></msub></mrow>"
ANNOTATED = f'<semantics>{ROWS}<annotation encoding="application/x-tex">x^2+y_1</annotation></semantics>'
KATEX = (
    f'<span class="katex"><span class="katex-mathml"><math>{ANNOTATED}</math></span><span class="katex-html"'
    ' aria-hidden="true"><span class="base">x</span><span>2</span></span></span>'
)
MATHJAX_2 = (
    '<span class="MathJax_Preview">x2</span><span class="MathJax" id="M-1-Frame"><nobr><span class="mi">x</span></nobr>'
    f'<span class="MJX_Assistive_MathML"><math>{ROWS}</math></span></span><script type="math/tex">x^2+y_1</script>'
)
DRAWN = {
    "annotation": f"<math>{ANNOTATED}</math>",
    "alttext": f'<math alttext="x^2+y_1" class="ltx_Math"><semantics>{ROWS}</semantics></math>',
    "presentation": f"<math>{ROWS}</math>",
    "katex": KATEX,
    "mathjax 2": MATHJAX_2,
    "mathjax 2 before its script ran": '<span class="MathJax_Preview">[x]</span><script type="math/tex">x^2+y_1</script>',
    "mathjax 3": f"<mjx-container><svg></svg><mjx-assistive-mml><math>{ROWS}</math></mjx-assistive-mml></mjx-container>",
    "script": '<script type=" Math/TeX; ">x^2+y_1 % a remark\n</script>',
    "encyclopedia": (
        f'<span class="mwe-math-element"><span style="display: none"><math>{ANNOTATED}</math></span>'
        '<img src="/math/render/svg/1" class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^2+y_1}"></span>'
    ),
    "blog host": '<img src="https://s0.wp.example/latex.php?latex=5f4dcc3b5aa765d61d8327deb882cf99" alt="x^2+y_1">',
    "picture's address": '<img src="https://latex.codecogs.example/gif.latex?x%5E2%2By_1">',
    "delimited alt": '<img src="/m/1.png" alt="$x^2+y_1$">',
    "attribute": '<span data-tex="x^2+y_1"><i>x</i><sup>2</sup></span>',
    "attribute of a picture": '<img data-formula="x^2+y_1" src="/f.svg">',
}


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN.keys())
def test_a_formula_comes_once_with_its_tex(drawn):
    page = page_of(f"<p>Es gilt {drawn} immer.</p>")
    rendered = render(page, [True], ("markdown", "html"))
    assert rendered.text == "Es gilt x^2+y_1 immer."
    assert rendered.markdown == "Es gilt $x^2+y_1$ immer."
    assert rendered.html == '<p>Es gilt <span class="math inline">\\(x^2+y_1\\)</span> immer.</p>'


@pytest.mark.parametrize(
    "drawn",
    [
        f'<span class="katex-display">{KATEX}</span>',
        f'<math display="block">{ANNOTATED}</math>',
        '<script type="math/tex; mode=display">x^2+y_1</script>',
        f'<mjx-container display="true"><math>{ROWS}</math></mjx-container>',
        '<div class="MathJax_Display"><span class="MathJax">x</span></div><script type="math/tex; mode=display">x^2+y_1</script>',
        '<img class="mwe-math-fallback-image-display" src="/math/render/svg/1" alt="{\\displaystyle x^2+y_1}">',
        '<div align="center"><img src="img2.png" alt="$\\displaystyle x^2+y_1$"></div>',
        '<p><img src="img3.gif" alt="\\begin{displaymath}x^2+y_1\\end{displaymath}"></p>',
        '<center><img src="img4.gif" alt="\\begin{equation*}x^2+y_1\\end{equation*}"></center>',
    ],
)
def test_a_formula_on_its_own_line(drawn):
    page = page_of(f"<p>式は</p>{drawn}<p>である。</p>")
    assert render(page, [True] * 3, ("markdown",)).markdown == "式は\n\n$$x^2+y_1$$\n\nである。"


@pytest.mark.parametrize(
    ("address", "alt", "names"),
    [
        ("/photo.jpg", "A texture of maths", ""),
        ("/text/photo.jpg", "x^2", "text-center"),
        ("/a.png", "5 $", ""),
        ("/f.png", "the sum of all parts", "tex"),
        ("", "", "latex"),
    ],
)
def test_a_picture_that_is_no_formula(address, alt, names):
    assert tex_of_picture(address, alt, names) == ""


def test_a_script_that_is_no_formula_shows_nothing():
    assert page_of('<p>a<script type="text/x-math">b</script>c</p>').texts == ["ac"]


def test_an_element_around_several_formulas_stays():
    page = page_of(f'<div class="katex"><p>One {KATEX}</p><p>two {KATEX}</p></div>')
    assert page.texts == ["One x^2+y_1", "two x^2+y_1"]


def test_a_page_without_formulas_stays_as_it_is():
    events = parser.read(b'<p class="katex">a<img src=x.png alt=y></p><svg></svg>')
    assert with_formulas(events) is events


@pytest.mark.parametrize(("size", "kept"), [(MAX_TEX, True), (MAX_TEX + 1, False)])
def test_a_formula_has_10_000_characters_at_most(size, kept):
    page = page_of(f'<p><math alttext="{"x" * size}"><mi>y</mi></math></p>')
    assert (page.texts == ["x" * 10_000]) == kept
    assert kept or page.texts == ["y"]


MATHML = {
    "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>": "\\frac{a}{b+1}",
    "<msqrt><mi>x</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>": "\\sqrt{x}\\sqrt[3]{x}",
    "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>": (
        "\\sum_{i=0}^nx_i"
    ),
    "<mi>sin</mi><mo>\u2061</mo><mi>α</mi><mo>≤</mo><mn>10</mn>": "\\sin\\alpha\\leq10",
    "<mover><mi>x</mi><mo>^</mo></mover><mo>→</mo><mi mathvariant='double-struck'>R</mi>": "\\hat{x}\\rightarrow\\mathbb{R}",
    "<mi>α</mi><mi>x</mi>": "\\alpha x",
    "<msup><mi>f</mi><mo>′</mo></msup><mo>{</mo><mtext>for all</mtext><mo>}</mo>": "f'\\{\\text{for all}\\}",
    "<msubsup><mi>x</mi><mi>i</mi><mn>10</mn></msubsup>": "x_i^{10}",
    "<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>": "{a+b}^2",
    "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>": (
        "\\begin{matrix} 1 & 2 \\\\ 3 \\end{matrix}"
    ),
    "<mphantom><mi>x</mi></mphantom>": "",
}


@pytest.mark.parametrize(("markup", "tex"), MATHML.items())
def test_presentation_to_tex(markup, tex):
    events = parser.read(f"<math>{markup}</math>".encode())
    assert tex_of(events) == tex


def test_presentation_as_deep_as_it_likes():
    assert len(tex_of(parser.read(b"<math>" + b"<msqrt>" * 200 + b"<mi>x</mi>"))) <= MAX_TEX


def test_a_short_formula_stays_with_its_text():
    words = "Wasser sinkt im Boden langsamer als auf der Straße, und wer das weiß, der plant anders, auch im Garten."
    markup = f"<article><h1>Regen</h1><p>{words}</p><p>{words} Ja.</p><p>\\[a=b\\]</p><p>{words} Eben.</p></article>"
    result = extract(markup, formats=("markdown",))
    assert "\\[a=b\\]" in result.text
    assert "\n\n$$a=b$$\n\n" in (result.markdown or "")
