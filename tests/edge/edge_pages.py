"""Pages of a fictional local paper, for crawls."""

from __future__ import annotations

SENTENCES = (
    "The harbour council of Lindholm agreed on Tuesday evening to rebuild the old ferry landing before the summer.",
    "Work begins in March, when the ice has left the inner basin, and it should take no longer than eleven weeks.",
    "Until then the two morning ferries leave from the fish market, where a wooden pier was put up last autumn.",
    "Several shop owners asked for a later start, because the carnival brings most of their customers to the quay.",
    "The council answered that the contractor had no other weeks to offer and that the price would rise by a third.",
    "A small exhibition in the library shows the plans, two wooden models and photographs of the landing in 1921.",
    "Visitors may leave their remarks there in a book, which the architects promised to read before the work begins.",
    "The money comes from the regional transport fund, which had turned down two earlier requests from the town.",
)

NAVIGATION = ("Front page", "Weather", "Sports", "Small ads", "Subscribe")


def article(number: int = 1) -> str:
    """Return an article with a menu above and a footer below; each number has its own headline and first sentence."""
    menu = "".join(f'<li><a href="/section/{name.lower().replace(" ", "-")}">{name}</a></li>' for name in NAVIGATION)
    pairs = zip(SENTENCES[::2], SENTENCES[1::2], strict=True)
    paragraphs = "".join(f"<p>{first} {second}</p>" for first, second in pairs)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{headline(number)} - The Lindholm Courier</title></head>
<body>
<div class="menu"><ul>{menu}</ul></div>
<div class="article"><h1>{headline(number)}</h1><p>{lead(number)} {SENTENCES[0]}</p>{paragraphs}</div>
<div class="footer"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></div>
</body></html>"""


def headline(number: int = 1) -> str:
    """Return the headline of an article."""
    return f"Ferry landing will be rebuilt, part {number}"


def lead(number: int = 1) -> str:
    """Return the sentence that only this article has."""
    return f"This is report number {number} of the Courier about the landing and the people who wait there every day."
