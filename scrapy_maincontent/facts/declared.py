"""What a page declares about itself: JSON-LD, microdata, meta elements, links of the head -> values by field.

Declarations are written by anybody: whatever is bad, too long or too many is left out, and nothing raises.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ..page.addresses import WEB, host_of
from ..page.head import MAX_ADDRESS, Addresses, followable, parsed, plain
from ..words.days import day_in, is_open, language_of_host, language_of_order, language_of_script, moment
from ..words.lines import is_byline_label
from ..words.names import MAX_NAMES, first_name_first, is_full_name, is_job, is_office_word, is_spelled, names_in
from ..words.normalise import key
from ..words.titles import word_count
from .marked import ARTICLE, MAX_TYPE, OTHER, PAGE_RANK, SITE, WORK, data, in_microdata, in_rdfa, rank_of, reviewer_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..page import Page


JSON_LD, MICRODATA, RDFA, META, LINK, TIME, ATTRIBUTE, LINE, ADDRESS, VISIBLE, RELATIVE, ROOT, SCRIPT = (
    "json-ld",
    "microdata",
    "rdfa",
    "meta",
    "link",
    "time",
    "attribute",
    "blog_utility",
    "address",
    "visible",
    "relative",
    "html",
    "script",
)
"""The sources, as `Metadata.sources` names them."""

MAX_DESCRIPTION = 2000
MAX_HEADLINE = 400
MAX_SITE_NAME = 200
MAX_KEYWORDS = 50
MAX_KEYWORD = 100
MAX_LANGUAGE = 100
"""Characters and counts that are kept."""

Named = tuple[str, str | None]
"""A name and an address, as written."""
Found = tuple[str, Any] | None
"""A source and its value."""

MAX_SITE_WORDS, MIN_SITE_WORD, MIN_SITE_RUN = 6, 3, 4
"""Words of an author's name that are looked for in the site's names, and letters of them that may be one or a part."""
MIN_FULL = 2
"""Words of a person's name, behind which the site's may stand."""
MIN_TITLE_WORDS, MIN_TITLE = 5, 12
"""Words and letters of a title that is not the site's name, too."""

MAX_OBJECTS = 2000
"""Objects of JSON-LD that are looked at."""
MAX_RIVALS = 3
"""Articles of which the first is the page's where none says so; a page that declares more is a list."""
_NAME_PARTS_OF_META = re.compile(r"[a-z]+")
_PUBLISHED = ("publi", "pubdate", "posted", "created", "issued", "releasedate", "datepub")
_NOT_PUBLISHED = frozenset(("publisher", "modified", "updated", "by"))
"""Parts of the names of meta elements that hold a day of publication, and of those that hold something else."""
MAX_DAY_LINE = 120
"""Characters of a text block that may show whether the day or the month comes first."""
_SIGNS = (
    *('"author', '"date', '"headline"', '"WebSite"', '"creator"', '"uploadDate"', '"WebPage"', '"publisher"'),
    *('"image', '"thumbnailUrl', '"isAccessible', '"Person"', "&quot;"),
)
"""One of them is in each script that is of use here."""
_NAME_PARTS = "givenName", "additionalName", "familyName"
"""The properties of a person that make up the name, where it is not said as a whole."""
MAX_NAMED = 200
"""Names of one field: lists of references multiply lists of names."""
_NUMBER = re.compile(r"(?<!\S)\d+(?!\S)")
"""Behind an author's name it is a count: of posts, of points."""
_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?(?![A-Za-z0-9 ])")
_CARD = (("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2"))
"""The names of meta elements with a label, and those with its value."""
_UNKNOWN_LANGUAGES = frozenset(("und", "mul", "zxx", "xx", "mis"))
_KEYWORD_PARTS = re.compile(r"[,;，、；|]")


class Declared:
    """The values that a page declares, by field: each a source and a value, ``None`` where there is none.

    Of JSON-LD, articles are asked before other works, and these before pages; of several articles those that name the
    page's address or headline.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._meta = _meta_values(page.metas)
        self._marked, self._markup = in_microdata(page), MICRODATA
        if not self._marked and (found := in_rdfa(page)):
            self._marked, self._markup = found, RDFA
        self._things = _things(page.json_ld)
        self._objects = self._ranked()

    def _ranked(self) -> list[list[dict[str, Any]]]:
        """Return objects of JSON-LD by rank."""
        ranked: list[list[dict[str, Any]]] = [[], [], [], []]
        for thing in self._things:
            rank = rank_of(thing.get("@type"))
            if rank != OTHER:
                ranked[rank].append(thing)
        articles = ranked[ARTICLE]
        if len(articles) > 1:
            own = [thing for thing in articles if self._is_own(thing)]
            ranked[ARTICLE] = own or (articles[:1] if len(articles) <= MAX_RIVALS else [])
        return ranked

    @cached_property
    def _by_id(self) -> dict[str, dict[str, Any]]:
        return {
            name: thing
            for thing in reversed(self._things)
            if isinstance(name := thing.get("@id"), str) and len(thing) > 1
        }

    def _is_own(self, thing: dict[str, Any]) -> bool:
        """Return True if an object names the page's address or its headline."""
        page = thing.get("mainEntityOfPage")
        addresses = [thing.get("url"), thing.get("@id"), page.get("@id") if isinstance(page, dict) else page]
        if any(isinstance(address, str) and _path(address) in self._paths for address in addresses):
            return True
        headline = thing.get("headline")
        return isinstance(headline, str) and len(headline) > 1 and key(plain(headline[:400])) in self._titles

    @cached_property
    def _paths(self) -> frozenset[str]:
        page = self.page
        addresses = (page.url or "", page.head_links.get("canonical", ""), page.metas.get("og:url", ""))
        return frozenset(map(_path, addresses)) - {""}

    @cached_property
    def _titles(self) -> frozenset[str]:
        titles = self.page.head_title, self.page.metas.get("og:title", "")
        return frozenset(key(plain(title[:400])) for title in titles)

    def _values(self, name: str, last: int = PAGE_RANK) -> list[Any]:
        """Return what objects up to a rank have for a property."""
        return [value for things in self._objects[: last + 1] for thing in things if (value := thing.get(name))]

    def headlines(self) -> list[str]:
        """Return what JSON-LD calls the headlines of the page's article, as plain text."""
        declared = (thing.get("headline") for thing in self._objects[ARTICLE][:MAX_RIVALS])
        return [found for text in declared if isinstance(text, str) and (found := _text(text, MAX_HEADLINE))]

    def authors(self) -> Iterator[tuple[str, list[Named]]]:
        """Yield sources and the people that they name, those that name nobody aside."""
        for name in ("author", "creator"):
            for value in self._values(name):
                named = [*self._named(value)]
                if found := people(named):
                    yield JSON_LD, self.without_site(found) if len(named) == 1 else found
        if found := people(self._marked_authors()):
            yield self._markup, found
        reviewer = reviewer_of(self.page)
        for name in data()["metas"]["authors"]:
            texts = [text for text in self._contents(name) if text != reviewer]
            if texts and (found := people([(_in_order(text, name), None) for text in texts[:MAX_NAMES]])):
                yield META, found
        if found := people(self._labelled()):
            yield META, found

    def without_site(self, named: list[Named]) -> list[Named]:
        """Return the people of one line without the site, where one of them has a full name."""
        persons = [person for person in named if not self.is_site(person[0])]
        return persons if any(is_full_name(name) for name, _ in persons) else named

    def without_office(self, name: str) -> str:
        """Return a full name without the site's name, or an office there, behind it: "Ann Reed Herald Staff"."""
        words = name.split()[:MAX_SITE_WORDS] if key(name) not in self.site_keys else []
        for end in range(MIN_FULL, len(words)):
            first, rest = " ".join(words[:end]), words[end:]
            if is_spelled(words[:end]) and (len(rest) > 1 or (rest[0].isupper() and not first.isupper())):
                place = " ".join(word for word in rest if not is_office_word(word))
                if place and self._is_of_site(place) and not self.is_site(first):
                    return first
        return name

    def _is_of_site(self, place: str) -> bool:
        """Return True if words are the site's name, or stand in it: "Herald" of the "Valley Herald"."""
        letters = key(place)
        return self.is_site(place) or (len(letters) > MIN_SITE_RUN and any(letters in each for each in self.site_keys))

    def _labelled(self) -> Iterator[Named]:
        """Yield who is named in a card for social networks, whose labels are words: "Written by"."""
        metas = self.page.metas
        for label, value in _CARD:
            if is_byline_label(metas.get(label, "")) and metas.get(value):
                yield metas[value], None

    def _contents(self, name: str) -> list[str]:
        """Return what the meta elements of one name hold."""
        first = self.page.metas.get(name)
        return [first, *(text for other, text in self.page.more_metas if other == name)] if first else []

    @cached_property
    def site_keys(self) -> frozenset[str]:
        """The names of the site and of its host, for comparing."""
        host = host_of(self.page.url or self.page.head_links.get("canonical", "")).removeprefix("www.")
        names = [host, *host.split("."), *self._meta["site_name"]]
        names += [name for value in self._values("publisher") for name, _ in self._named(value)]
        return frozenset(key(name[:MAX_SITE_NAME]) for name in names) - {""}

    def _named(self, value: Any, most: int = MAX_NAMES) -> Iterator[Named]:
        """Yield names and addresses of what may be a name, a person, a reference to one, or of a list of ``most``."""
        return islice(self._each_named(value, most), MAX_NAMED)

    def _each_named(self, value: Any, most: int, depth: int = 0) -> Iterator[Named]:
        if isinstance(value, str):
            yield first_name_first(value), None
        elif isinstance(value, list) and depth < MAX_DEPTH:
            for each in value[:most]:
                yield from self._each_named(each, most, depth + 1)
        elif isinstance(value, dict):
            thing = value
            if "name" not in value and value.keys().isdisjoint(_NAME_PARTS):
                reference = value.get("@id")
                thing = self._by_id.get(reference, value) if isinstance(reference, str) else value
            url = thing.get("url") or thing.get("sameAs")
            url = url[0] if isinstance(url, list) and url else url
            names = thing.get("name") or _of_parts(thing)
            for name in names[:MAX_NAMES] if isinstance(names, list) else [names]:
                if isinstance(name, str):
                    yield first_name_first(name), url if isinstance(url, str) else None

    def _marked_authors(self) -> Iterator[Named]:
        page, end = self.page, -1
        for element, value in islice(self._marked.get("author", ()), MAX_NAMES):
            if value:
                yield value, None
            elif element >= end:
                end = page.ends[element]
                inner, name = self._inside("name", element, end)
                _, url = self._inside("url", element, end)
                yield name or _NUMBER.split(page.text_in(inner), maxsplit=1)[0], url or link_in(page, element)

    def _inside(self, name: str, element: int, end: int) -> tuple[int, str]:
        """Return where a property stands in an element, and its value; the element itself where it has none."""
        named = self._marked.get(name, [])
        number = bisect_left(named, (element, ""))
        return named[number] if number < len(named) and named[number][0] < end else (element, "")

    def is_site(self, name: str) -> bool:
        """Return True if a name is the site's, or is made of words of the site's names."""
        if key(name) in self.site_keys:
            return True
        words = [key(word) for word in name.split()[:MAX_SITE_WORDS]]
        runs = ("".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1))
        return any(map(self._is_most_of_site, runs))

    def _is_most_of_site(self, run: str) -> bool:
        if run in self._site_words:
            return True
        return len(run) >= MIN_SITE_RUN and any(run in name and 2 * len(run) > len(name) for name in self._site_words)

    @cached_property
    def _site_words(self) -> frozenset[str]:
        """The site's names without labels of hosts such as "de" and "news", which are words of other names, too."""
        long = (name for name in self.site_keys if len(name) >= MIN_SITE_WORD)
        return frozenset(long) - frozenset(data()["hosts"]["labels"])

    def author_address(self, source: str, name: str, url: str) -> str | None:
        """Return an author's address, ``None`` for a bare word in JSON-LD, and for a home page of another name."""
        if source == JSON_LD and "/" not in url:
            return None
        address = self.address(url)
        if address is None or _path(address) or "?" in address or self.is_site(name):
            return address
        host, own = host_of(address).removeprefix("www."), host_of(self.page.url or "")
        return None if f".{own}".endswith(f".{host}") else address

    def address(self, url: str) -> str | None:
        """Return an address of the web made absolute, ``None`` for any other."""
        if not url.strip():
            return None
        address = followable(Addresses(self.page).image(url), self.page.url)
        if address is None or not address[: len(WEB[-1])].lower().startswith(WEB):
            return None
        return address if address.isprintable() else None

    def day(self, name: str, *properties: str) -> Found:
        """Return a field's day from these properties of schema.org, or else from ``meta`` elements."""
        for each in properties:
            for value in self._values(each):
                if isinstance(value, str | int) and (found := self._day(str(value))):
                    return JSON_LD, found
        for each in properties[:2]:
            for element, value in self._marked.get(each, ()):
                if found := self._day(value or self.page.text_in(element)):
                    return self._markup, found
        for value in self._meta[name]:
            if found := self._day(value):
                return META, found
        return None

    def _day(self, text: str) -> str | None:
        return moment(text) or day_in(text, self.days_language)

    @cached_property
    def days_language(self) -> str:
        """The page's language; where it leaves open whether day or month comes first, a day on the page decides."""
        page = self.page
        if not is_open(page.language):
            return page.language or language_of_script(page.head_title)
        short = (text for text in page.texts if len(text) <= MAX_DAY_LINE)
        order = language_of_order(chain(page.metas.values(), short))
        return order or language_of_host(host_of(page.url or "")) or page.language

    def images(self) -> Iterator[str]:
        """Yield the addresses of the pictures that the page's article, or another work, declares."""
        for value in (*self._values("image", WORK), *self._values("primaryImageOfPage")):
            yield from islice(_addresses_of(value, self._by_id), MAX_RIVALS)
        for element, value in self._marked.get("image", ())[:MAX_RIVALS]:
            inner = (self._inside(name, element, self.page.ends[element])[1] for name in ("url", "contentUrl"))
            if address := value or next(filter(None, inner), ""):
                yield address
        yield from islice(_addresses_of(self._values("thumbnailUrl", ARTICLE), {}), MAX_RIVALS)

    def other_days(self) -> list[str]:
        """Return the values of other meta elements whose names denote a day of publication."""
        known, texts = _metas(), list[str]()
        for name, text in self.page.metas.items():
            parts = _NAME_PARTS_OF_META.findall(name[:MAX_TYPE]) if name not in known else ()
            if any(part.startswith(_PUBLISHED) for part in parts) and not set(parts) & _NOT_PUBLISHED:
                texts.append(text)
        return texts

    def language(self) -> Found:
        """Return the language that most sources name; on a tie the first of them."""
        found: list[tuple[str, str]] = []
        for source, texts in (
            (ROOT, [self.page.language]),
            (JSON_LD, [value for value in self._values("inLanguage") if isinstance(value, str)][:1]),
            (META, self._meta["language"][:2]),
        ):
            found += [(source, language) for text in texts if (language := _tag_of(text[:MAX_LANGUAGE]))]
        if not found:
            return None
        primaries = [language.partition("-")[0] for _, language in found]
        return max(zip(found, primaries, strict=True), key=lambda pair: primaries.count(pair[1]))[0]

    def description(self) -> Found:
        """Return the description as plain text: an article's own, then the head's, then that of other objects."""
        for source, values in (
            (JSON_LD, self._values("description", WORK)),
            (META, self._meta["description"]),
            (JSON_LD, self._values("description")),
        ):
            for value in values:
                if isinstance(value, str) and (text := _text(value, MAX_DESCRIPTION)):
                    return source, text
        return None

    def canonical_url(self) -> Found:
        """Return the address that the page calls its own, absolute."""
        declared = [(LINK, self.page.head_links.get("canonical", ""))]
        declared += [(META, value) for value in self._meta["canonical_url"]]
        for source, value in declared:
            if value and (address := self.address(value)):
                return source, address
        for value in self._values("url"):
            if isinstance(value, str) and _path(value) in self._paths and (address := self.address(value)):
                return JSON_LD, address
        return None

    def site_name(self) -> Found:
        """Return the name of the site or its publisher; with the page's title in it on the home page only."""
        for value in self._meta["site_name"]:
            if (name := _text(value, MAX_SITE_NAME)) and not (len(name) >= MIN_TITLE and self._holds_title(name)):
                return META, name
        for values in (self._values("publisher"), (thing.get("name") for thing in self._objects[SITE])):
            for each in values:
                for name, _ in self._named(each):
                    if text := _text(name, MAX_SITE_NAME):
                        return JSON_LD, text
        return None

    def _holds_title(self, name: str) -> bool:
        title = self.page.metas.get("og:title", "")[:MAX_HEADLINE]
        own = key(title)
        is_title = len(own) >= MIN_TITLE and own in key(name) and word_count(title) >= MIN_TITLE_WORDS
        return is_title and _path(self.page.url or "") != ""

    def section(self) -> Found:
        """Return the section of the site that the page says it belongs to."""
        sources = ((JSON_LD, self._values("articleSection", WORK)), (self._markup, self._texts_of("articleSection")))
        for source, values in (*sources, (META, self._meta["section"])):
            for value in values:
                first = value[0] if isinstance(value, list) and value else value
                if isinstance(first, str) and (text := _text(first, MAX_KEYWORD)):
                    return source, text
        return None

    def _texts_of(self, name: str) -> list[str]:
        """Return what the page's article in microdata has for a property."""
        return [value or self.page.text_in(element) for element, value in self._marked.get(name, ())[:MAX_RIVALS]]

    def is_accessible_for_free(self) -> Found:
        """Return whether the whole page is declared free to read; a paid part makes it paid."""
        parts = (
            part for value in self._values("hasPart", WORK) for part in (value if isinstance(value, list) else [value])
        )
        said = [part.get(_FREE) for part in islice(parts, MAX_NAMED) if isinstance(part, dict)]
        said += [
            value
            for things in self._objects[: PAGE_RANK + 1]
            for thing in things
            if (value := thing.get(_FREE)) is not None
        ]
        for source, values in ((JSON_LD, said), (self._markup, self._texts_of(_FREE)), (META, self._meta["free"])):
            known = [found for value in values if (found := _truth(value)) is not None]
            if known:
                return source, all(known)
        paid = [found for value in self._meta["paid"] if (found := _truth(value)) is not None]
        return (META, not any(paid)) if paid else None

    def keywords(self) -> Found:
        """Return the keywords of the first source that has any."""
        for value in self._values("keywords"):
            if found := _keywords(name for name, _ in self._named(value, most=MAX_KEYWORDS)):
                return JSON_LD, found
        for name in data()["metas"]["keywords"]:
            if found := _keywords(self._contents(name)):
                return META, found
        return None


_NO_FIELD = "family_first"
"""What the list of meta elements holds beside its fields."""
MAX_DEPTH = 3
"""Lists in lists of authors."""
MAX_LINE_READ = 1000
"""Characters of a line about authors."""


def _things(scripts: Iterable[str]) -> list[dict[str, Any]]:
    """Return objects of JSON-LD, breadth first: what stands at the top is the page's own."""
    values: list[Any] = [parsed(script) for script in scripts if any(map(script.__contains__, _SIGNS))]
    things: list[dict[str, Any]] = []
    holders = data()["types"]["holders"]
    for value in values:
        if len(values) > MAX_OBJECTS:
            break
        if isinstance(value, list):
            values += value
        elif isinstance(value, dict):
            things.append(value)
            values += [value[name] for name in holders if isinstance(value.get(name), dict | list)]
    return things


def _in_order(text: str, name: str) -> str:
    """Return a meta element's authors in reading order: some names mean that the family name comes first."""
    return first_name_first(text, sure=name in data()["metas"]["family_first"])


_FREE = "isAccessibleForFree"


def _truth(value: Any) -> bool | None:
    """Return what a declared value says: true, "False", "http://schema.org/True", "metered", ``None`` for others."""
    word = str(value).strip().lower().rpartition("/")[2]
    words = data()["truths"]
    return True if word in words["yes"] else False if word in words["no"] else None


def _addresses_of(value: Any, known: Mapping[str, Any]) -> Iterator[str]:
    """Yield the addresses of a picture, or of several, as JSON-LD declares them, in place or elsewhere."""
    for each in value if isinstance(value, list) else [value]:
        one = {**known.get(str(each.get("@id")), {}), **each} if isinstance(each, dict) else each
        address = one.get("url") or one.get("contentUrl") or one.get("@id") if isinstance(one, dict) else one
        address = address[0] if isinstance(address, list) and address else address
        if isinstance(address, str):
            yield address


def _of_parts(person: Mapping[str, Any]) -> str:
    """Return the name of a person that is declared in parts, "" where there is none."""
    return " ".join([part for name in _NAME_PARTS if isinstance(part := person.get(name), str)])


def _meta_values(metas: Mapping[str, str]) -> defaultdict[str, list[str]]:
    """Return what meta elements say, by field, in the order in which they are asked."""
    known, found = _metas(), defaultdict[str, list[str]](list)
    for name in sorted(known.keys() & metas.keys(), key=known.__getitem__):
        if value := metas[name]:
            found[known[name][1]].append(value)
    return found


@cache
def _metas() -> dict[str, tuple[int, str]]:
    """Return by name of a meta element its place among them, and the field that it declares."""
    named = ((field, name) for field, names in data()["metas"].items() if field != _NO_FIELD for name in names)
    return {name: (place, field) for place, (field, name) in enumerate(named)}


def _path(address: str) -> str:
    """Return an address without what may differ between two spellings of it, "" for a site's root."""
    path = address[:MAX_ADDRESS].partition("#")[0].partition("?")[0]
    return path.partition("//")[2].partition("/")[2].strip("/")


@lru_cache(maxsize=256)
def _tag_of(text: str) -> str | None:
    """Return a language as BCP 47 spells it."""
    text = text.strip()
    text = data()["languages"].get(text.lower(), text)
    match = _LANGUAGE.match(text)
    if match is None or match[1].lower() in _UNKNOWN_LANGUAGES:
        return None
    primary = data()["languages"].get(match[1].lower(), match[1].lower())
    script, place = match[2], match[3]
    return "-".join(filter(None, (primary, script and script.title(), place and place.upper())))


def _text(declared: str, longest: int) -> str:
    """Return a declared text without markup and control characters, cut; "" for one of signs alone."""
    text = plain(declared[: 2 * longest])[:longest].strip()
    return text if any(map(str.isalnum, text)) else ""


def _keywords(texts: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for text in texts:
        line = _text(text, MAX_KEYWORDS * MAX_KEYWORD)
        parts = _KEYWORD_PARTS.split(line)
        # In scripts without blanks a blank parts keywords.
        for part in map(str.strip, line.split() if len(parts) == 1 and HAN_OR_KANA.search(line) else parts):
            if 0 < len(part) <= MAX_KEYWORD and len(found) < MAX_KEYWORDS:
                found.setdefault(part.casefold(), part)
    return tuple(found.values())


HAN_OR_KANA = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def people(named: Iterable[Named], *, shown: bool = False) -> list[Named]:
    """Return the names in some lines, each once, with an address where a line holds one name."""
    found: dict[str, Named] = {}
    for line, url in named:
        names = names_in(_text(line, MAX_LINE_READ), shown=shown)
        for name in names:
            found.setdefault(key(name), (name, url if len(names) == 1 else None))
        if len(found) >= MAX_NAMES:
            break
    persons = [person for person in found.values() if not is_job(person[0])] if len(found) > 1 else []
    return (persons or list(found.values()))[:MAX_NAMES]


def link_in(page: Page, element: int) -> str | None:
    """Return the address of the first link in an element, or of the element itself."""
    link = page.link_in(element)
    return None if link is None else page.attrs[link].get("href")
