"""Pages of news sites, one layout each, with their truth."""

from __future__ import annotations

from scrapy_maincontent.corpus.annotated import AnnotatedPage

STORIES = """\
Engines were replaced during nine weeks ashore, and the captain expects punctual departures from Friday on. Passengers with a ticket for the old timetable may use it until the end of the month.
Volunteers used eighty litres of red enamel; scaffolding disappears on Friday, so the lamp can be lit again. Two evenings of every week the keeper shows visitors how it was done in the days of oil.
Two barges carried silt past both breakwaters, hence larger trawlers can moor again at the northern quay. The harbour board met on Tuesday to decide who is to pay for the dredger and its crew.
Its first hall shows knots, charts and lanterns, and children enter without paying until the end of May. Members of the society have lent a model of the old crane, which took nineteen years to build.
""".splitlines()
PLACES = ("north", "south", "east", "west", "old", "new", "upper", "lower")


def story(number, subtitle=False):
    """Return a page's markup, its title and its text; every page's own, so that none is a copy of another."""
    place = PLACES[number % len(PLACES)]
    title = f"The ferry of the {place} quay sails again after {number + 3} weeks"
    parts = [f"{text} So it is said at the {place} quay." for text in STORIES]
    heading = f"What it costs at pier {number}"
    middle = f"<h2>{heading}</h2>" if subtitle else ""
    html = f"""<html><head><title>{title} - Ferry Courier</title></head><body>
<ul><li><a href="/">Home</a><li><a href="/boats">Boats</a><li><a href="/weather">Weather</a><li><a href="/l">Log in</a></ul>
<h1>{title}</h1><p>{parts[0]}</p><p>{parts[1]}</p>{middle}<p>{parts[2]}</p><p>{parts[3]}</p>
<ul><li><a href="/a">Storm warning lifted</a><li><a href="/b">Timetable changes</a><li><a href="/c">Harbour fair</a></ul>
<p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></body></html>"""
    text = "\n".join([*parts[:2], *([heading] if subtitle else []), *parts[2:]])
    return html, title, text


def annotated(folder, number, *, domain="", subtitle=True, title=None):
    html, own_title, text = story(number, subtitle)
    path = folder / f"{number}.html"
    path.write_text(html, "utf-8")
    host = domain or f"ferry{number}.example"
    wanted = own_title if title is None else title
    return AnnotatedPage(str(number), f"https://{host}/{number}", path, "utf-8", "article", host, wanted, text)
