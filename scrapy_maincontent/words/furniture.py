"""Lines beside a text that are known by their words: labels of advertisements, credits, rights, prompts, notices.

The words are data (``furniture.toml``), of all languages at once.
"""

from __future__ import annotations

import re
from functools import cache

from . import read_words
from .lines import ENDS, MAX_LENGTH
from .normalise import ascii_words

_FILE = "furniture.toml"
MAX_LABEL = 60
"""Characters of the longest label of an advertisement."""
_LABEL_FORMS = ("{}", "{}:", "- {} -", "– {} –", "— {} —", "[{}]", "({})")


def advertisement_labels(texts: list[str]) -> list[int]:
    """Return the numbers of the texts that are nothing but the word for an advertisement below it."""
    short = [text for text in texts if len(text) <= MAX_LABEL]  # longer ones take long to look up
    found = _labels().intersection(short)  # most pages have none
    return [number for number, text in enumerate(texts) if text in found] if found else []


@cache
def _labels() -> frozenset[str]:
    words = read_words(_FILE)["advertisement"]["whole"]
    spelled = {form for word in words for form in (word, word.capitalize(), word.title(), word.upper())}
    return frozenset(form.format(word) for word in spelled for form in _LABEL_FORMS)


def credit_lines(texts: list[str]) -> list[int]:
    """Return the numbers of credits of pictures, such as "Photo: Ann Reed", and of captions that end with one."""
    tails = {number: text[-MAX_CREDIT:].casefold() for number, text in enumerate(texts) if len(text) <= MAX_CAPTION}
    everything = "\n".join(tails.values())
    stems = [stem for stem in _CREDIT_STEMS if stem in everything]  # most pages have few
    alone, behind = _credits()
    return [
        number
        for number, tail in tails.items()
        if any(map(tail.__contains__, stems))
        and ((len(texts[number]) <= MAX_LENGTH and alone.match(tail)) or behind.search(tail))
    ]


def signature_lines(texts: list[str]) -> list[int]:
    """Return the numbers of lines behind a text that say whose it is: an address, a source, who else has reported."""
    lines = {number: text.casefold() for number, text in enumerate(texts) if len(text) <= MAX_SIGNATURE}
    begins, ends = _affixes("signature")
    return [
        number
        for number, line in lines.items()
        if ((two := (opened := line.lstrip(OPENS))[:2]) in begins and opened.startswith(begins[two]))
        or ((two := line[-2:]) in ends and line.endswith(ends[two]))
        or (
            len(line) <= MAX_SOURCE
            and (("@" in line and _MAIL.fullmatch(line)) or (not line.isascii() and _SOURCE.fullmatch(line)))
        )
    ]


MAX_CAPTION, MAX_CREDIT, MAX_SIGNATURE, MAX_SOURCE = 400, 120, 200, 60
"""Characters of a caption, of the credit at its end, of a line that says whose a text is, of an address or source."""
OPENS = f"{ENDS}("
_CREDIT_STEMS = (
    *("phot", "imag", "immag", "pict", "fot", "bild", "credit", "crédit", "фото", "zdj", "kuva", "φωτο", "ảnh", "사진"),
    *("摄", "攝", "©"),
)
"""One of these is in each such line."""
_MAIL = re.compile(r"\W{0,3}(?:e-?mail:?\s{0,2})?[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,4}\W{0,3}")
_SOURCE = re.compile(
    r"\W{0,3}(?:作者|文|撰文|本文来源|来源|來源)\s?[：:/／].{1,40}|[^，。]{1,14}[／/][^，。]{0,6}[報报][导導]\W?"
)


@cache
def _affixes(section: str) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return how lines of a section begin and how they end, by the two characters that they begin or end with."""
    # Casefolded as the lines are: a Greek word's last "ς" is "σ".
    words = {name: [*map(str.casefold, listed)] for name, listed in read_words(_FILE)[section].items()}
    begins, ends = [*words["begins"], *words.get("asks", ())], [*words["ends"], *words.get("asks", ())]
    return (
        {two: tuple(word for word in begins if word.startswith(two)) for two in {word[:2] for word in begins}},
        {two: tuple(word for word in ends if word.endswith(two)) for two in {word[-2:] for word in ends}},
    )


@cache
def _credits() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the forms of a credit alone and of one at the end of a caption."""
    words = "|".join(sorted(map(re.escape, read_words(_FILE)["credit"]["pictures"]), key=len, reverse=True))
    by = r"(?::|©|by\s|via\s|courtesy\s)"
    alone = rf"\W{{0,3}}(?:(?:{words})(?:[ -]?(?:credits?|courtesy|source))?\s?{by}|fot\.\s)"
    behind = (
        rf"[.|)!?…\"”–—-]\s?(?:{words})(?:\s?credit)?\s?(?:/|{by})\s?[^.!?]{{2,60}}\Z"
        rf"|[(（](?:{words}|©)[^()]{{0,10}}(?:/|\s|{by})[^()]{{2,50}}[)）]\W?\Z|[(（][^()（）]{{1,20}}[摄攝][)）]。?\Z"
    )
    return re.compile(alone), re.compile(behind)


def furniture_lines(texts: list[str]) -> list[int]:
    """Return the numbers of lines of rights, editors, missing scripts, mails, and what asks if a page has helped."""
    begins, ends = _affixes("furniture")
    lines = {number: text.casefold() for number, text in enumerate(texts) if len(text) <= MAX_FURNITURE}
    everything = "\n".join(lines.values())
    within = read_words(_FILE)["furniture"]["within"] if _SCRIPTS in everything else ()  # most pages have none
    has_rights = any(map(everything.__contains__, _RIGHTS_SIGNS))
    return [
        number
        for number, line in lines.items()
        if ((two := line[:2]) in begins and line.startswith(begins[two]))
        or ((two := (bare := line.rstrip(_STOPS))[-2:]) in ends and bare.endswith(ends[two]))
        or (within and _SCRIPTS in line and any(map(line.__contains__, within)))
        or (has_rights and (line[:1] == "c" or not line[:1].isalnum()) and _RIGHTS.match(line))
        or (len(line) <= MAX_EDITED and not line.isascii() and _EDITED.fullmatch(line))
    ]


MAX_FURNITURE, MAX_EDITED = 300, 40
"""Characters of such a line, and of one that says who edited a text."""
_SCRIPTS, _STOPS = "javascript", f"{ENDS}.!?。？؟"
_RIGHTS_SIGNS = ("copyright", "©", "(c)")
_RIGHTS = re.compile(
    r"\W*(?:copyright\b.{0,6}\d{4}|copyright (?:©|\(c\))|(?:©|\(c\))\s*(?:copyright\s*)?(?:19|20)\d\d)"
)
_EDITED = re.compile(
    r"\W{0,3}(?:责任编辑|責任編輯|责编|編輯|编辑)\s?[:：].{0,20}|[（(].{1,10}(?:編輯|编辑|记者|記者|通讯员)[)）]"
)


def prompt_lines(texts: list[str]) -> list[int]:
    """Return the numbers of lines that ask to have news sent, or to follow the site."""
    return _lines_with("prompt", texts, MAX_PROMPT)


def notice_lines(texts: list[str]) -> list[int]:
    """Return the numbers of texts that say who may use or comment on an article, or whose opinions it has."""
    return _lines_with("notice", texts, MAX_NOTICE)


def _lines_with(section: str, texts: list[str], longest: int) -> list[int]:
    """Return the numbers of the texts of at most ``longest`` characters with one of a section's parts."""
    short = [text.casefold() if len(text) <= longest else "" for text in texts]
    everything = "\n".join(short)
    spaced, unspaced = _parts_of(section)
    # Apart, since a pattern takes long, and few texts have letters beyond ASCII.
    words = ascii_words("\n".join(filter(str.isascii, short)))
    words += _WORDS.findall("\n".join([line for line in short if not line.isascii()]))
    found = [part for word in spaced.keys() & words for part in spaced[word]]
    if not everything.isascii():
        letters = {*everything}
        found += [part for part in unspaced if part[0] in letters and part in everything]
    return [number for number, line in enumerate(short) if any(map(line.__contains__, found))] if found else []


@cache
def _parts_of(section: str) -> tuple[dict[str, list[str]], list[str]]:
    """Return what such lines have, by a whole word of each, and what of them is one word."""
    spaced, unspaced = dict[str, list[str]](), list[str]()
    for part in map(str.casefold, read_words(_FILE)[section]["parts"]):
        if words := _WORDS.findall(part.rpartition(" ")[0]):
            spaced.setdefault(max(words, key=len), []).append(part)
        else:
            unspaced.append(part)
    return spaced, unspaced


_WORDS = re.compile(r"\w+")


def asks_to_pay(text: str) -> bool:
    """Return True if a short text asks its reader to subscribe, or to sign in, to read on."""
    return len(text) <= MAX_PROMPT and any(map(text.casefold().__contains__, _prompts()))


MAX_PROMPT, MAX_NOTICE = 200, 900
"""Characters of the longest prompt, to subscribe, to have news sent, and of the longest notice."""


@cache
def _prompts() -> tuple[str, ...]:
    return tuple(read_words(_FILE)["paywall"]["parts"])
