"""The names in a line about authors: "By Ann Reed and Ben Holm, science editors" -> Ann Reed, Ben Holm.

The words around names are data (``names.toml``, ``bylines.toml``), of all languages at once.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from . import read_words
from .normalise import key
from .sentences import SENTENCE_ENDS
from .wide_names import MAX_WIDE, WIDE, begins_with_surname, titled_name, titles, without_beside

MAX_LINE = 400
"""Characters of a line that are read."""
MAX_NAME = 80
"""Characters of the longest name, and of the longest agency's."""
MAX_WORDS = 7
MAX_NAMES = 20
MAX_FULL = 4
"""Words of a person's name."""
"""Characters of one in a script without word spaces."""
_TWO = 2
_KEPT = 512
"""Lines whose names are kept: a page names its author several times, a site the same ones on many pages."""
_SURE_LEAD, MIN_SURE = "by", 5
"""A word that begins no name, and characters of others that do not."""

_ADDRESS = re.compile(
    r"(?:https?:)?//\S{1,300}|\bwww\.\S{1,200}|(?<![^\s@])[^\s@]{1,64}+@[^\s@,;).]{1,64}\.[^\s,;)]{1,100}|@[^\s,;)]{1,100}"
)
"""An address of the web or of a mail; of an account only what follows its sign: "Ann Reed@annreed"."""
_MAIL_OF = re.compile(r"\s{0,3}[^\s@()]{1,64}@[^\s@()]{1,64}\s{1,3}\(([^()]{2,80})\)\s{0,3}")
"""An address with whose it is, as feeds write it: "ann@reed.example (Ann Reed)"."""
_ADDRESS_SIGNS = ("//", "www.", "@")
_PLAIN = re.compile(r"[A-Z][a-z]{1,30} [A-Z][a-z]{1,30}")
"""What most lines are: a name of two words, for which most of the steps are for nothing."""
_BRACKETS = re.compile(r"[(\[（【<][^(\[（【<)\]）】>]{0,80}+[)\]）】>]")
_BAR = re.compile(r"\s{0,9}[|｜丨•／\n\t]\s*+|(?<![lL\s])·(?![lL\s])|\s{1,9}(?:[-–—·]|//)\s++")
_LIST = re.compile(r"\s{0,9}[,;、，；]\s*+|\s{1,9}/\s++")
_STRIPPED = " \t\n\r\xa0\u3000.,:;|/\\-–—·•●~＝=：*\"“”„«»'<>()[]…"
_KEPT_END = re.compile(r"(?:\b\w|\b(?:Jr|Sr|Dr|Inc|St))\.\Z")
_DOMAIN = re.compile(r"\w\.(?:com|net|org|[a-z]{2})\Z", re.IGNORECASE)
_NO_NAME_SIGNS = (":", " » ", " › ", " > ")
"""What stands in a heading or in a trail, but in no name."""
_SENTENCE_ENDS = tuple(set(SENTENCE_ENDS) - {".", "!"})
_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=_KEPT)
def names_in(line: str, *, shown: bool = False) -> tuple[str, ...]:
    """Return the names in a line about authors, each once, () for none; places are no names in a shown line."""
    if _PLAIN.fullmatch(line) and _is_alone(line):
        return (line,)
    found: dict[str, str] = {}
    text = line[:MAX_LINE]
    if text.rstrip().endswith(_SENTENCE_ENDS):
        return ()
    if "@" in text and (mail := _MAIL_OF.fullmatch(text)):
        text = mail[1]
    text = _ADDRESS.sub(" ", text) if any(map(text.__contains__, _ADDRESS_SIGNS)) else text
    whole = _BRACKETS.fullmatch(text.strip())  # "[Ann Reed, The Post]"
    text = _BRACKETS.sub(" ", whole[0][1:-1] if whole else text)
    if not text.isascii():
        text = without_beside(text, _words("helpers"))
    bars = [part for part in _BAR.split(text) if _LETTER.search(part) and not _is_lead(_stripped(part))]
    # What stands behind a bar is an office, a site, a date.
    listed = _listed_names(_LIST.split(bars[0]), shown) if bars else []
    if bars and is_of_helper(first := _first_words(bars[0])) and not _leads().fullmatch(f"{first} "):
        return ()
    people = [name for name in listed if not has_role(name)] or [*map(_before_role, listed[:1])]
    people = [name for name in people if not _DOMAIN.search(name)] or people
    for number, name in enumerate(people):
        # A title behind the first name ("science editor", "berlin") has no capital.
        if number and name[0].islower() and not people[0][0].islower():
            continue
        found.setdefault(name.casefold(), name)
    return tuple(list(found.values())[:MAX_NAMES])


def _first_words(line: str) -> str:
    """Return a line up to its first word with a capital behind the beginning: "Photos by Ann" -> "Photos by"."""
    words = line.split()
    rest = next((number for number, word in enumerate(words) if number and not word[0].islower()), len(words))
    return " ".join(words[:rest]) if 1 < rest < len(words) else ""


def _listed_names(parts: list[str], shown: bool) -> list[str]:
    """Return the names in the parts between commas; in a line that is shown a word behind a full name is a place."""
    found: list[str] = []
    for part in parts:
        joint = _joints().match(f" {part}")  # "Ann Reed, Ben Holm, and Cleo Park"
        own = part[joint.end() - 1 :] if joint and joint[1].casefold() not in _words("inner") else part
        if found and " " in found[-1] and is_office(own):
            continue
        names = [_without_agency(name) for each in _slashed(own) for name in _joined(_bare(each)) if _is_name(name)]
        if shown and len(names) == 1 and found and " " in found[-1] and _may_be_place(names[0]):
            continue
        found += names
    return found


def _slashed(part: str) -> list[str]:
    """Return the parts at slashes behind a full name, or behind an agency: "Ann Reed/Ben Holm", "dpa/Ann Reed"."""
    first, *others = part.split("/") if "/" in part else [part]
    if len(others) == 1 and is_agency(first) and not is_agency(others[0]):
        return others
    if not others or not is_spelled(_bare(first).split()):
        return [part]
    return [first, *(each for each in others if not is_office(each))]


def _before_role(name: str) -> str:
    """Return a full name without the role of two words or more behind it: "Ann Reed Trending Editor"."""
    words = name.split()
    full = " ".join(words[:_TWO])
    has_both = len(words) >= _TWO + _TWO and has_role(words[-1]) and not has_role(words[0]) and not has_role(words[1])
    return full if has_both and is_full_name(full) else name


def _without_agency(name: str) -> str:
    """Return a full name without the agency behind it: "Ann Reed The Associated Press"."""
    words = name.split()
    ends = (end for end in range(_TWO, len(words)) if is_agency(" ".join(words[end:])))
    return " ".join(words[: next(ends, len(words))])


def is_agency(name: str) -> bool:
    """Return True if a name is that of an agency."""
    return key(name) in _agencies()


@cache
def _agencies() -> frozenset[str]:
    return frozenset(map(key, _words("agencies")))


def is_office_word(word: str) -> bool:
    """Return True if a word behind a full name is of an office, a role, or what kind of one it is."""
    return word in _ARTICLES or _is_role(word) or key(word) in _words("offices") | _words("desks") | _words("ranks")


def is_office(part: str) -> bool:
    """Return True if a part behind a full name is a role, a desk, a paper, an agency or a station."""
    part = part.strip()
    first, _, rest = part.partition(" ")
    if f" {part} ".casefold().startswith(_listed("cuts")) or is_agency(part):  # "Special to the Herald"
        return True
    if rest and (first in _ARTICLES or (key(first) in _words("offices") and rest.startswith(_OF))):
        return True
    named = _joints().split(part)[::_TWO] if " " in rest else ()
    if len(named) > 1 and all(is_spelled(name.split()[:_TWO]) for name in named):
        return False  # "Ben Holm and Eva Lind Associated Press"
    is_station = _is_sign(first) and not rest.isupper()
    last = part.rpartition(" ")[2]
    is_paper = rest[:1].isupper() and first.casefold() in _words("articles")
    return is_station or is_paper or has_role(part) or (rest != "" and _is_role(last)) or key(last) in _words("offices")


_OF = "of "
"""Between the word for an office and its name: "University of Westhaven"."""


def _is_sign(part: str) -> bool:
    """Return True for the sign of a station, "KXRV"."""
    return (
        MIN_SIGN <= len(part) <= MAX_SIGN and part.isupper() and part.isalpha() and key(part) not in _words("agencies")
    )


MIN_SIGN, MAX_SIGN = 3, 5
"""Letters of such a sign: of two letters are initials."""


def _may_be_place(name: str) -> bool:
    is_spelled = name.istitle() or (name.isupper() and len(name) >= MAX_SIGN)  # "Elif Karataş / ANKARA"
    return name.isalpha() and is_spelled and name.casefold() not in _words("agencies")


def _is_alone(line: str) -> bool:
    """Return True if a line of two words has none before or behind a name, and may be one."""
    lowered = line.lower()
    return not (lowered.partition(" ")[0] in _lead_words() or line.endswith(_tails()) or lowered in _words("no_names"))


def first_name_first(line: str, *, sure: bool = False) -> str:
    """Return a line of names such as "Reed, Ann; Holm, Ben" in reading order, any other line as it is.

    ``sure``: the family name is known to come first; else each part must be one word, a comma, and one or two others.
    """
    if "," not in line or len(line) > MAX_LINE:
        return line
    turned = [_turned(part, sure) for part in line.split(";") if part.strip()]
    return "; ".join(turned) if all(turned) else line


def _turned(part: str, sure: bool) -> str:
    """Return one "Last, First" as "First Last", "" for what is none."""
    last, _, first = (text.strip() for text in part.partition(","))
    words = [*last.split(), *first.split()]
    if not last or not first or "," in first or len(words) > MAX_FULL + sure:
        return ""
    if not sure and (" " in last or not all(map(_is_capitalised, words))):
        return ""
    known = _words("agencies") | _words("firms") | _words("degrees") | _words("roles")
    return "" if any(key(word) in known for word in words) else f"{first} {last}"


def is_small(letter: str) -> bool:
    """Return True for a small letter of a script that begins names with capitals: Georgian does not."""
    return letter.islower() and letter.title() != letter


def _is_capitalised(word: str) -> bool:
    """Return True for "Ann", "O'Neill" and "D.", but not for "CEO"."""
    rest = word[1:].translate(_WITHIN_NAMES)
    return word[:1].isupper() and ((rest.isalpha() and not word.isupper()) or word[1:] == ".")


_WITHIN_NAMES = str.maketrans("", "", "-'’.")


def is_job(name: str) -> bool:
    """Return True if a name is a degree, or begins with a word such as "senior": it is a job."""
    first, _, rest = name.casefold().partition(" ")
    if rest:
        return first in _words("ranks")
    return not name[:1].islower() and key(first) in _words("degrees")


def is_control(name: str) -> bool:
    """Return True if all words of a text are those of controls: "Size Small Medium Large"."""
    return _words("controls").issuperset(name.casefold().split())


def is_account(name: str) -> bool:
    """Return True if a name is that of an account, "ann.reed", "AnnR" or "reed42", not one that people have."""
    inner = name[1:]
    is_spelled = name.istitle() or name.isupper() or not name.isascii()
    return " " not in name and len(name) > 1 and not (is_spelled and inner.isalpha())


def is_particle(word: str) -> bool:
    """Return True if a word such as "van" or "team" occurs within names without a capital, or joins two."""
    return any(word in _words(name) for name in ("particles", "joints", "groups"))


def has_joint(text: str) -> bool:
    """Return True if a word such as "and" stands between the words of a text."""
    return _joints().search(text) is not None


def is_full_name(name: str) -> bool:
    """Return True if a name has a person's form: two to four words with capitals, or a script without word spaces.

    Between them may stand words such as "van der".
    """
    words = name.split()
    if len(words) == 1:
        return WIDE.search(name) is not None and len(name) <= MAX_WIDE
    words[1:-1] = [word for word in words[1:-1] if word not in _words("particles")]
    return 0 < len(words) <= MAX_FULL and all(word[0].isalpha() and not is_small(word[0]) for word in words)


def is_of_helper(before: str) -> bool:
    """Return True if the text before a name makes it an editor's, a reviewer's, a photographer's or the like."""
    return before[-MAX_PERSONAL:].casefold().rstrip(_STRIPPED).endswith(_listed("helpers"))


def is_label_of_helper(text: str) -> bool:
    """Return True if a text is a word such as "Edited by" and no more."""
    return text.casefold().strip(_STRIPPED) in _words("helpers")


def is_personal(name: str) -> bool:
    """Return True if a text standing alone has the form of a person's name: two to four words, each spelled as one."""
    words = name.split()
    if not name.isascii() and WIDE.match(name):
        return begins_with_surname(words)
    if not _TWO <= len(words) <= MAX_FULL or len(name) > MAX_PERSONAL or is_job(name) or has_role(name):
        return False
    inner = [word for word in words if word not in _words("particles")]
    if not _words("controls").isdisjoint(name.casefold().split()):
        return False
    is_spelled = all(map(_is_capitalised, inner)) or (len(words) == _TWO and _has_surname(name))
    return len(inner) >= _TWO and is_spelled and name.casefold() not in _words("no_names")


def _has_surname(name: str) -> bool:
    """Return True for a name of two words with the family's in capitals, "Ann REED": shorter ones are agencies'."""
    first, _, last = name.partition(" ")
    is_upper = len(last) > MIN_SIGN and last.isalpha() and last.isupper()
    return is_upper and _is_capitalised(first) and names_in(name, shown=True) == (name,)


def writer_in(text: str) -> str:
    """Return whom a text introduces as a writer: "Ann Reed is a freelance journalist in Leeds." -> "Ann Reed"."""
    found = _being().search(text, 0, MAX_BIO) if len(text) <= MAX_BIO else None
    name = text[: found.start()] if found else ""
    words = text[found.end() :].casefold().split()[:ROLE_REACH] if found and is_personal(name) else []
    return "" if _words("writers").isdisjoint(word.strip(_STRIPPED) for word in words) else name


@cache
def _being() -> re.Pattern[str]:
    return re.compile("|".join(rf"\s{re.escape(word)}\s" for word in _listed("being")))


MAX_BIO, ROLE_REACH = 400, 8
"""Characters of a text that introduces somebody, and words among which the role stands."""
MAX_PERSONAL = 40
"""Characters of a name that stands alone."""


def _bare(part: str) -> str:
    """Return a part of a line without the words before and behind a name."""
    text = _stripped(_MINUTES.sub("", part))
    if reporter := titled_name(text):
        return reporter
    if (titled := _CAPITALS.match(text)) and (has_role(titled[2]) or key(titled[3]) in _words("offices")):
        text = titled[1]
    for _ in range(_TWO):
        shorter = _without_lead(text)
        if shorter == text:
            break
        text = shorter
    for tail in _tails() if text.lower().endswith(_tails()) else ():
        if text.lower().endswith(tail) and len(text) > len(tail):
            text = _stripped(text[: -len(tail)])
    whole = lowered = text.casefold()
    for cut in _listed("cuts") if lowered.count(" ") >= _TWO or not lowered.isascii() else ():
        place = lowered.find(cut)
        is_word = not (lowered[place + len(cut) :][:1].isalpha() and cut[-1].isascii() and cut[-1].isalpha())
        if place > 0 and is_word and len(lowered) == len(text) and is_full_name(text[:place].rstrip()):
            text = text[:place] + (_next_name(text[place + len(cut) :]) if cut == _IN else "")
            lowered = text.casefold()
    words = _without_role(text.split(), is_cut=lowered != whole)
    text = " ".join(words) if len(words) < text.count(" ") + 1 else text
    while len(words) > 1 and words[-1].casefold() in _words("ends") and (words[-1].islower() or len(words) > _TWO):
        words.pop()
        text = _stripped(" ".join(words))
    # Pages say a name twice, once for those who don't see the page.
    half = len(words) // 2
    return _stripped(" ".join(words[:half]) if half > 1 and words[:half] == words[half:] else text)


def _without_role(words: list[str], *, is_cut: bool) -> list[str]:
    """Return a full name without the role behind it and what kind of one it is: "Ann Reed Senior Health Reporter".

    ``is_cut``: the role itself has been cut off already.
    """
    end = len(words)
    if end <= _TWO or not (is_cut or _is_role(words[-1])) or not is_spelled(words[:_TWO]):
        return words
    end -= not is_cut
    kinds, is_upper = _words("desks") | _words("ranks") | _words("offices"), words[0].isupper()
    while end > _TWO and (words[end - 1].casefold() in kinds or (_is_sign(words[end - 1]) and not is_upper)):
        end -= 1
    return words[:end] if end + 1 < len(words) or end == _TWO else words


def _is_role(word: str) -> bool:
    role = word.casefold().rpartition("-")[2]
    return role in _words("roles") or role.removesuffix("s") in _words("roles")


def is_spelled(words: list[str]) -> bool:
    """Return True if words may be a person's name, in capitals, too."""
    name = " ".join(words)
    is_name = is_personal(name.title() if name.isupper() else name) and _ARTICLES.isdisjoint(words)
    return is_name and (_words("desks") | _words("offices")).isdisjoint(name.casefold().split())


_ARTICLES = frozenset(("The", "THE"))
_IN = " in "
_MINUTES = re.compile(
    r"[\s—–]\d{1,3}(?:\s?[–-]\s?\d{1,3})?\s?(?:min(?:ut)?|мин|dk|phút|λεπτ|דק|دقائق|分"
    r"|h(?:ou)?rs?\b|days?\b|[Cc]omment|shares|views)\w{0,4}\b.{0,40}\Z"
)
"""How long it takes to read a text, how old it is, and how many have said or shared something."""
_CAPITALS = re.compile(
    r"(?:[Bb][Yy]\s)?([A-Z][A-Z.'’-]{1,20}(?:\s[A-Z][A-Z.'’-]{0,20}){1,3})\s((?:[A-Z][a-z]{1,20}\s){0,4}([A-Z][a-z]{1,20}))\Z"
)
"""A name in capitals, and words that are not: "ANN REED Herald Staff Writer"."""


def _next_name(rest: str) -> str:
    """Return a word such as "and" behind a place with the full name that it leads to, "" for others."""
    joint = _joints().search(rest)
    behind = rest[joint.end() :].split() if joint else []
    return rest[joint.start() :] if joint and len(behind) > 1 and is_full_name(" ".join(behind[:_TWO])) else ""


_GLUED = re.compile(r"(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or)(?=[A-Z]\S{0,30}\s+[A-Z])|BY(?=[A-Z][a-z]\S{0,30}\s+[A-Z])")
"""A word such as "by" to which a name is glued: "ByAnn Reed"."""


_REPORTS = re.compile(r"Aus\s\S{2,20}(?:\s\S{2,20}){0,2}\sbericht(?:et|en)\s")
"""From where somebody reports, in German: "Aus Kiew berichtet Ann Reed"."""


def _without_lead(text: str) -> str:
    """Return a text without a word such as "by"; "von der Leyen" and "Di Maria" are names."""
    if glued := _GLUED.match(text) or _REPORTS.match(text):
        return text[glued.end() :]
    match = _leads().match(text)
    if match is None or match.end() == len(text):
        return text
    rest = _stripped(text[match.end() :])
    lead = match[0].casefold().strip()
    sure = match[0][-1:] not in " \xa0" or lead == _SURE_LEAD or len(lead) >= MIN_SURE
    words = rest.split()
    if not sure and (rest.istitle() if len(words) == 1 else rest[:1].islower()):
        return text
    return rest


def _stripped(text: str) -> str:
    text = " ".join(text.split())
    bare = text.strip(_STRIPPED)
    end = text.find(bare) + len(bare)
    if "«" in bare and text[end : end + 1] == "»":
        return bare + "»"
    return bare + "." if text[end : end + 1] == "." and _KEPT_END.search(bare + ".") else bare


def _joined(text: str) -> list[str]:
    """Return the names that words such as "and" join."""
    parts = _joints().split(text)
    if len(parts) == 1 or _is_firm(parts[-1]):
        return [text]
    # Every second part is a joint.
    names = [parts[0]]
    for joint, name in zip(parts[1::2], parts[2::2], strict=True):
        if joint.casefold() in _words("inner") and min(len(names[-1].split()), len(name.split())) < _TWO:
            names[-1] += f" {joint} {name}"
        else:
            names.append(name)
    bare = [_bare(name) for name in names]
    # "Ann Reed Digital Editor and Master Gardener"
    ends = (end for end, name in enumerate(names, 1) if name != bare[end - 1] and _is_role(name.rpartition(" ")[2]))
    return bare[: next(ends, len(bare))]


def is_organisation(name: str) -> bool:
    """Return True if a name is that of a firm, a paper, a station or a desk: "Reed & Sons Ltd", "朝野新聞社"."""
    if name.isascii():
        return " " in name and _is_firm(name)
    return name.endswith(_listed("organisations")) or name.startswith(_listed("firms_before"))


def _is_firm(name: str) -> bool:
    last = name.rpartition(" ")[2]
    return not last[:1].islower() and key(last) in _words("firms")


def _is_name(name: str) -> bool:
    if not 1 < len(name) <= MAX_NAME or not _LETTER.search(name) or len(name.split()) > MAX_WORDS:
        return False
    if any(map(name.__contains__, _NO_NAME_SIGNS)):
        return False
    folded = name.casefold()
    # "Author" with nobody behind it.
    if name[0] == "©" or folded in _words("no_names") or _is_lead(name):
        return False
    return sum(map(str.isdigit, name)) * _TWO < len(name) or bool(_NUMBERED_ACCOUNT.fullmatch(name))


_NUMBERED_ACCOUNT = re.compile(r"[^\W\d_]{3,20}[_-]?\d{1,20}")
"""An account such as "user3080392"."""


def _is_lead(text: str) -> bool:
    """Return True if a text is a word such as "Author" and no more; short Latin ones, "Di", are names, too."""
    return (len(text) >= MIN_SURE or not text.isascii()) and text.casefold() in _lead_words()


@cache
def _tails() -> tuple[str, ...]:
    return (*sorted((*_listed("tails"), *titles()), key=len, reverse=True),)


def has_role(name: str) -> bool:
    """Return True if a name has a word of a role, or is a job or a degree."""
    words = name.casefold().split()
    # Of "ARD-Studio" the last part.
    return is_job(name) or not _words("roles").isdisjoint((*words, *(word.rpartition("-")[2] for word in words)))


@cache
def _listed(name: str) -> tuple[str, ...]:
    return tuple(read_words("names.toml")[name])


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_listed(name))


@cache
def _lead_words() -> frozenset[str]:
    words = read_words("bylines.toml")
    return _words("leads").union(words["verbs"], words["nouns"], words["with_pictures"])


@cache
def _leads() -> re.Pattern[str]:
    leads = sorted(_lead_words(), key=len, reverse=True)
    spaced = "|".join(re.escape(word) for word in leads if not WIDE.search(word))
    wide = "|".join(re.escape(word) for word in leads if WIDE.search(word))
    return re.compile(rf"(?:{spaced})(?:\s*[:：/]\s*|\s+)|(?:{wide})\s*[:：＝=/]?\s*", re.IGNORECASE)


@cache
def _joints() -> re.Pattern[str]:
    joints = "|".join(map(re.escape, sorted(_words("joints"))))
    return re.compile(rf"\s+({joints})\s+", re.IGNORECASE)
