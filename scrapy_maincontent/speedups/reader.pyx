# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Markup -> a recording of what libxml2's HTML parser (2.14) would report, without a tree.

It goes from byte to byte as that parser does: which tags end others, which ones are implied, how scripts and references
are read are libxml2's rules. What it does not know is refused, and left to libxml2 itself.
"""

import string
from html.entities import html5

from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from .python_api cimport bytes_of
from .tape cimport (
    FIRST_HASH, NOTHING, Field, Record, Spelling, Spellings, Tape, Word, add_attribute, add_end, add_start, add_text,
    begin_attribute, begin_names, begin_text, behind, end_attribute, end_text, first_field, hash_of_name, hashed,
    known_number, letters_of, next_field, number_of, reserve, spelled, value_in,
)
from .utf8 cimport Bytes, character_size, count_of, find

from ..page import LABELS
from ..page.flatten import ALT_ATTRIBUTES, KINDS, SET_ATTRIBUTES, SHADOW_ROOT, SOURCE_ATTRIBUTES, _SKIP
from ..page.formulas import SCRIPT_TYPE, TAGS as FORMULA_TAGS, TEX_ATTRIBUTES
from ..page.head import JSON_LD
from ..page.parser import MAX_READ_TAGS as _MAX_READ_TAGS

cdef Py_ssize_t MAX_READ_TAGS = _MAX_READ_TAGS, JSON_LD_LENGTH = len(JSON_LD)
cdef bytes FORMULA_TYPE_NAME = SCRIPT_TYPE.rstrip("/").encode()
cdef const char* FORMULA_TYPE = FORMULA_TYPE_NAME
cdef size_t FORMULA_TYPE_LENGTH = len(FORMULA_TYPE_NAME)
cdef Py_ssize_t MAX_MARKUP = 0x3FFFFFFF
"""Bytes of the longest document: decoded, it may be twice as long, and must fit in one record of a tape."""
cdef unsigned char BYTE_ORDER_MARK = 0xEF  # its first byte
cdef unsigned char VERTICAL_TAB = 0x0B  # white space to page/limits.py, and none to libxml2


cdef class Recording:

    def __cinit__(self):
        memset(&self.tape, 0, sizeof(Tape))
        self.tape.text = NOTHING
        if not (begin_names(&self.tape.tags, &known_tags) and begin_names(&self.tape.attributes, &known_attributes)):
            raise MemoryError

    def __dealloc__(self):
        free(self.tape.tags.items)
        free(self.tape.tags.letters)
        free(self.tape.attributes.items)
        free(self.tape.attributes.letters)
        free(self.tape.data)

    def __bool__(self):
        return self.tape.size > 0


def read(bytes markup not None, limits=None):
    """Return a recording of UTF-8 markup; it is false where there is nothing in it.

    Without ``limits`` the markup must have passed `page.limits.guard`; with them it is read only where
    `page.limits.is_harmless` is sure to be true.

    Raises:
        ValueError: it is to be read by way of a tree (`page.parser.MAX_READ_TAGS`), has bytes that are left to libxml2, or
            may be harmful.
    """
    cdef Recording recording = Recording()
    cdef Reader reader
    cdef Bytes data = <Bytes>bytes_of(markup)
    cdef Bytes end = data + len(markup)
    cdef Py_ssize_t tags = count_of(data, end, c"<")
    if len(markup) > MAX_MARKUP or tags > MAX_READ_TAGS:
        raise ValueError("more markup than is read without a tree")
    if find(data, end, 0) != end or data[0] == BYTE_ORDER_MARK:
        raise ValueError("bytes that are no markup")
    memset(&reader, 0, sizeof(reader))
    reader.tape, reader.at, reader.end = &recording.tape, data, end
    if limits is not None:
        if tags > limits.max_elements or find(data, end, VERTICAL_TAB) != end:
            raise ValueError("markup that may be harmful")
        reader.is_guarded, reader.most = True, min(limits.max_attributes, len(markup)) // 2
    with nogil:
        read_document(&reader)
        free(reader.opened)
    if recording.tape.failed:
        raise ValueError("no memory for the tape, a name that is no text, or markup that may be harmful")
    return recording


# --- Tags: what libxml2's HTML parser knows of them. A test puts each pair of tags to the parser itself.

_AFTER_HEAD = (
    "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset font form "
    "frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small span strike strong sub "
    "sup table tt u ul var xmp"
)
_AFTER_PARAGRAPH = (
    "address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset h1 h2 h3 h4 h5 h6 "
    "head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp"
)
_AFTER_PREFORMATTED = "dd dl dt fieldset form li table ul"
_AFTER_LIST = "dd dl dt form ul"
_AFTER_COLUMN = "colgroup tbody tfoot thead tr"

CLOSED_BY = {
    "a": "a fieldset table td th",
    "address": "dd dl dt form li ul",
    **dict.fromkeys(("b", "i"), "center p td th"),
    **dict.fromkeys(("big", "s", "small", "strike", "tt"), "p"),
    "caption": f"col {_AFTER_COLUMN}",
    "col": f"col {_AFTER_COLUMN}",
    "colgroup": _AFTER_COLUMN,
    "dd": "dt",
    **dict.fromkeys(("dir", "menu"), _AFTER_LIST),
    "dl": "form li",
    "dt": "dd dl",
    "font": "center td th",
    "form": "form",
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "fieldset form li p table"),
    "head": _AFTER_HEAD,
    **dict.fromkeys(("hr", "ol"), "form"),
    "legend": "fieldset",
    "li": "li",
    **dict.fromkeys(("link", "style", "title"), "body frameset"),
    **dict.fromkeys(("listing", "pre", "xmp"), _AFTER_PREFORMATTED),
    "option": "optgroup option",
    "p": _AFTER_PARAGRAPH,
    "script": "noscript",
    "span": "td th",
    **dict.fromkeys(("tbody", "thead"), "tbody tfoot"),
    **dict.fromkeys(("td", "th"), "tbody td tfoot th tr"),
    "tfoot": "tbody",
    "tr": "tbody tfoot tr",
    "u": "p td th",
    "ul": "address form menu pre",
}
"""By tag of an open element: the tags at whose start it ends, if it is the innermost."""

END_PRIORITY = {
    "div": 150,
    **dict.fromkeys(("td", "th"), 160),
    "tr": 170,
    **dict.fromkeys(("thead", "tbody", "tfoot"), 180),
    "table": 190,
    **dict.fromkeys(("head", "body"), 200),
    "html": 220,
}
"""An end tag closes no open element with a higher one; that of other tags is `OTHER_PRIORITY`."""
OTHER_PRIORITY = 100

EMPTY_TAGS = (
    "area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "isindex", "link", "meta", "param",
)
"""Elements without content."""
HEAD_TAGS = ("base", "link", "meta", "script", "style", "title")
"""Elements that begin a head."""
BODILESS_TAGS = ("frame", "frameset", "noframes")
"""Elements that begin no body."""
RAW_TEXT_TAGS = ("iframe", "noembed", "noframes", "style", "xmp")
"""Elements in which there are neither tags nor references."""
REFERENCE_TAGS = ("textarea", "title")
"""Elements in which there are no tags."""

TAGS = sorted(
    {*KINDS, *CLOSED_BY, *" ".join(CLOSED_BY.values()).split(), *END_PRIORITY, "plaintext"}
    | {*EMPTY_TAGS, *HEAD_TAGS, *BODILESS_TAGS, *RAW_TEXT_TAGS, *REFERENCE_TAGS, *FORMULA_TAGS}
)
"""The tags that are known here or in page/flatten.py: on every tape, these have the first numbers."""
ATTRIBUTES = [
    *"href hidden style open class id lang name property itemprop content rel type role hreflang".split(),
    *dict.fromkeys(
        (*SOURCE_ATTRIBUTES, *SET_ATTRIBUTES, *ALT_ATTRIBUTES, *LABELS, *sorted(SHADOW_ROOT), *TEX_ATTRIBUTES)
    ),
]
"""The same of attributes that are looked at; the first are those of reader.pxd."""

cdef enum:
    RULES = 192  # bits of three words
    LAST_RULE = 191  # that of all further tags

cdef enum:  # what a tag is, as bits
    IS_EMPTY = 1
    BEGINS_HEAD = 2
    WITHOUT_BODY = 4
    IS_SKIPPED = 8  # its content is no part of a page

cdef enum:  # how what stands in an element is read
    MARKUP = 0
    WITH_REFERENCES = 1
    RAW_TEXT = 2
    SCRIPT = 3
    PLAIN_TEXT = 4

cdef struct Rule:
    int flags
    int mode
    int priority
    Word closes[3]  # a bit for the rule of each tag that it ends

cdef Spellings known_tags, known_attributes
cdef Rule rules[RULES]  # by the tags' numbers
cdef int HTML = TAGS.index("html"), HEAD = TAGS.index("head"), BODY = TAGS.index("body"), PARAGRAPH = TAGS.index("p")


cdef inline int rule_of(int tag) noexcept nogil:
    return min(tag, <int>LAST_RULE)


cdef inline bint closes(int rule, int opened) noexcept nogil:
    """Return whether a tag ends an open element."""
    return rules[rule].closes[opened >> 6] >> (opened & 63) & 1


cdef int enter(Spellings* known, names) except -1:
    """Give names their numbers."""
    for name in names:
        spelling = name.encode()
        spelled(known, <Bytes>bytes_of(spelling), len(spelling), hash_of_name(<Bytes>bytes_of(spelling), len(spelling)))
    if known.count != len(names):
        raise MemoryError
    return 0


cdef int load_rules() except -1:
    cdef int number, opened
    enter(&known_tags, TAGS)
    enter(&known_attributes, ATTRIBUTES)
    if len(TAGS) > LAST_RULE:
        raise ValueError("more tags than there is room for")
    for number in range(RULES):
        rules[number].priority = OTHER_PRIORITY
    for number, tag in enumerate(TAGS):
        rules[number].priority = END_PRIORITY.get(tag, OTHER_PRIORITY)
        rules[number].flags = (
            IS_EMPTY * (tag in EMPTY_TAGS)
            | BEGINS_HEAD * (tag in HEAD_TAGS)
            | WITHOUT_BODY * (tag in BODILESS_TAGS)
            | IS_SKIPPED * (KINDS.get(tag) == _SKIP)
        )
        rules[number].mode = (
            WITH_REFERENCES * (tag in REFERENCE_TAGS)
            | RAW_TEXT * (tag in RAW_TEXT_TAGS)
            | SCRIPT * (tag == "script")
            | PLAIN_TEXT * (tag == "plaintext")
        )
        for other in CLOSED_BY.get(tag, "").split():
            opened = TAGS.index(other)
            rules[opened].closes[number >> 6] |= <Word>1 << (number & 63)
    return 0


load_rules()


# --- The elements that are open: which ones a tag implies and which it ends.

cdef enum:  # how far a document has come
    BEFORE_HEAD = 0
    FROM_HEAD = 1
    FROM_BODY = 2

cdef struct Reader:
    Tape* tape
    Bytes at
    Bytes end
    int* opened  # their tags
    Py_ssize_t depth
    size_t room
    int place  # how far the document has come
    int mode  # how the text is read that comes next
    bint is_skipped  # it is no part of a page
    Py_ssize_t misplaced  # start tags of html, head and body that were left out, and whose end tags are to be
    bint is_guarded  # what may be harmful is refused
    Py_ssize_t most  # attributes of one tag that are none too many


cdef inline int innermost(const Reader* reader) noexcept nogil:
    """Return the rule of the innermost open element; `NOTHING` where none is open."""
    return rule_of(reader.opened[reader.depth - 1]) if reader.depth else NOTHING


cdef void push(Reader* reader, int tag) noexcept nogil:
    """Open an element, whose start is on the tape."""
    if not reserve(<void**>&reader.opened, &reader.room, (reader.depth + 1) * sizeof(int)):
        reader.tape.failed = True
        return
    reader.opened[reader.depth] = tag
    reader.depth += 1
    if tag == HEAD:
        reader.place = max(reader.place, <int>FROM_HEAD)
    elif tag == BODY:
        reader.place = FROM_BODY


cdef void pop(Reader* reader) noexcept nogil:
    """End the innermost element."""
    reader.depth -= 1
    add_end(reader.tape, reader.opened[reader.depth])


cdef void push_implied(Reader* reader, int tag) noexcept nogil:
    add_start(reader.tape, tag)
    push(reader, tag)


cdef void close_for(Reader* reader, int rule) noexcept nogil:
    """End the elements that a start tag ends."""
    while reader.depth and closes(rule, innermost(reader)):
        pop(reader)


cdef void imply(Reader* reader, int rule) noexcept nogil:
    """Open html, head or body before an element that stands in them."""
    cdef int flags = rules[rule].flags
    cdef Py_ssize_t level
    if rule == HTML:
        return
    if not reader.depth:
        push_implied(reader, HTML)
    if rule == BODY or rule == HEAD:
        return
    if reader.depth <= 1 and flags & BEGINS_HEAD:
        if reader.place < FROM_HEAD:
            push_implied(reader, HEAD)
    elif not flags & WITHOUT_BODY and reader.place < FROM_BODY:
        for level in range(reader.depth):
            if reader.opened[level] == BODY or reader.opened[level] == HEAD:
                return
        push_implied(reader, BODY)


cdef void begin_text_in_body(Reader* reader) noexcept nogil:
    """End the head, and imply a body, before text that is not blank."""
    if innermost(reader) == HEAD:
        close_for(reader, PARAGRAPH)
    imply(reader, PARAGRAPH)


cdef bint is_misplaced(Reader* reader, int rule) noexcept nogil:
    """Return whether a start tag is of an html, head or body that cannot begin here; such ones are counted."""
    cdef Py_ssize_t level, before = reader.misplaced
    if rule == HTML:
        reader.misplaced += reader.depth > 0
    elif rule == HEAD:
        reader.misplaced += reader.depth != 1
    elif rule == BODY:
        for level in range(reader.depth):
            reader.misplaced += reader.opened[level] == BODY
    return reader.misplaced != before


cdef void close_by(Reader* reader, int tag) noexcept nogil:
    """Do what an end tag does."""
    cdef Py_ssize_t level = reader.depth - 1
    cdef int rule = rule_of(tag)
    if reader.misplaced and (tag == HTML or tag == HEAD or tag == BODY):
        reader.misplaced -= 1
        return
    while level >= 0 and reader.opened[level] != tag:
        if rules[rule_of(reader.opened[level])].priority > rules[rule].priority:
            return
        level -= 1
    if level >= 0:
        while reader.depth > level:
            pop(reader)


# --- Markup: tags, texts and what lies between them. All markup is without NUL, and has one behind its end.

cdef enum:
    BLANK = 1  # what a byte is
    ENDS_NAME = 2
    LETTER = 4
    DIGIT = 8
    MAX_NAME = 100  # bytes that are kept of a name

cdef unsigned char byte_kinds[256]
cdef unsigned char small_letters[256]
for _code in range(256):
    byte_kinds[_code] = (
        BLANK * (_code in b" \t\n\f\r")
        | ENDS_NAME * (_code in b" \t\n\f\r/>")
        | LETTER * (_code in string.ascii_letters.encode())
        | DIGIT * (_code in string.digits.encode())
    )
    small_letters[_code] = bytes([_code]).lower()[0]


cdef void read_document(Reader* reader) noexcept nogil:
    """Read all there is."""
    skip_asides(reader)
    if is_doctype(reader.at):
        skip_aside(reader)
    skip_asides(reader)
    while reader.at < reader.end and not reader.tape.failed:
        if reader.mode:
            read_raw_text(reader)
        elif reader.at[0] != c"<":
            read_text(reader)
        else:
            read_tag(reader)
    while reader.depth:
        pop(reader)


cdef void skip_asides(Reader* reader) noexcept nogil:
    """Skip blanks, comments and instructions before the document."""
    skip_blanks(reader)
    while reader.at[0] == c"<" and (reader.at[1] == c"?" or is_comment(reader.at)):
        skip_aside(reader)
        skip_blanks(reader)


cdef bint is_comment(Bytes at) noexcept nogil:
    return at[1] == c"!" and at[2] == c"-" and at[3] == c"-"


cdef bint is_doctype(Bytes at) noexcept nogil:
    cdef int place = 0
    if at[0] != c"<" or at[1] != c"!":
        return False
    while place < 7 and small_letters[at[2 + place]] == (<const char*>b"doctype")[place]:
        place += 1
    return place == 7


cdef void skip_aside(Reader* reader) noexcept nogil:
    """Skip a comment, an instruction or the like, from its ``<`` on."""
    cdef Bytes at = reader.at
    cdef Bytes end = reader.end
    cdef bint is_closed = False
    cdef bint in_comment = is_comment(at)
    if in_comment:
        at += 4
        if not (at[0] == c">" or (at[0] == c"-" and at[1] == c">")):
            at = find(at, end, c"-")
            while at < end and not (at[1] == c"-" and (at[2] == c">" or (at[2] == c"!" and at[3] == c">"))):
                at = find(at + 1, end, c"-")
            is_closed = at == end or at[2] == c">"
    reader.at = past(at, end, c">")
    if reader.is_guarded and not (is_closed if in_comment else has_plain_quotes(at, reader.at)):
        refuse(reader)


cdef bint has_plain_quotes(Bytes at, Bytes end) noexcept nogil:
    """Return whether no quote is open where an aside ends: not every parser ends it there."""
    cdef unsigned char quote = 0  # an open one
    while at < end:
        if at[0] == quote:
            quote = 0
        elif not quote and (at[0] == c'"' or at[0] == c"'"):
            quote = at[0]
        at += 1
    return not quote


cdef void refuse(Reader* reader) noexcept nogil:
    """Leave markup that may be harmful to `page.limits.guard`."""
    reader.tape.failed = True


cdef void read_tag(Reader* reader) noexcept nogil:
    """Read what begins with ``<``."""
    cdef unsigned char next = reader.at[1]
    if of_kind(next, LETTER):
        read_start(reader)
    elif next == c"/":
        read_end(reader)
    elif next == c"!" or next == c"?":
        skip_aside(reader)
    else:
        begin_text_in_body(reader)
        add_text(reader.tape, reader.at, 1)
        reader.at += 1


cdef void read_end(Reader* reader) noexcept nogil:
    """Read an end tag."""
    cdef int tag
    if reader.is_guarded and has_quotes(reader.at, reader.end):
        refuse(reader)
    if reader.at + 2 >= reader.end:
        begin_text_in_body(reader)
        add_text(reader.tape, reader.at, 2)
        reader.at = reader.end
    elif not of_kind(reader.at[2], LETTER):
        reader.at = past(reader.at, reader.end, c">")
    else:
        reader.at += 2
        tag = read_name(reader, &reader.tape.tags, c" ")
        read_attributes(reader, False)
        if reader.at < reader.end and tag >= 0:
            reader.at += 1 if reader.at[0] == c">" else 2
            close_by(reader, tag)


cdef bint has_quotes(Bytes at, Bytes end) noexcept nogil:
    """Return whether there is a quote before the next ``>``."""
    while at < end and at[0] != c">":
        if at[0] == c'"' or at[0] == c"'":
            return True
        at += 1
    return False


cdef void read_start(Reader* reader) noexcept nogil:
    """Read a start tag."""
    cdef int tag, rule
    cdef bint is_kept
    reader.at += 1
    tag = read_name(reader, &reader.tape.tags, c" ")
    if tag < 0:
        return
    rule = rule_of(tag)
    close_for(reader, rule)
    imply(reader, rule)
    is_kept = not is_misplaced(reader, rule)
    if is_kept:
        add_start(reader.tape, tag)
    read_attributes(reader, is_kept)
    if reader.is_guarded and (rules[rule].mode == PLAIN_TEXT or (rules[rule].mode and reader.at >= reader.end)):
        refuse(reader)
    if is_kept and reader.at < reader.end:
        push(reader, tag)
    elif is_kept:
        reader.tape.size = reader.tape.last  # no end, no tag
    # Where the tag is left out, this is about the element around it.
    if not reader.depth or reader.at >= reader.end or reader.tape.failed:
        return
    if reader.at[0] == c"/":
        reader.at += 2
        if reader.is_guarded and rules[innermost(reader)].mode:
            refuse(reader)
        pop(reader)
        return
    reader.at += 1
    rule = innermost(reader)
    if rules[rule].flags & IS_EMPTY:
        pop(reader)
    elif rules[rule].mode:
        reader.mode = rules[rule].mode
        if reader.is_guarded and (reader.at - 2)[0] == c"/":
            refuse(reader)
        reader.is_skipped = rules[rule].flags & IS_SKIPPED or (reader.mode == SCRIPT and not is_read_script(reader.tape))


cdef bint is_read_script(Tape* tape) noexcept nogil:
    """Return whether the script that started last may hold JSON-LD, as few of its type's length do not, or a formula."""
    cdef const Record* record = <const Record*>(tape.data + tape.last)
    cdef const Field* field = first_field(record)
    cdef const void* end = behind(record)
    while field != end:
        if field.name == TYPE:
            return <Py_ssize_t>field.size >= JSON_LD_LENGTH or may_be_formula(value_in(field), field.size)
        field = next_field(field)
    return False


cdef bint may_be_formula(Bytes kind, size_t size) noexcept nogil:
    """Return whether a script's type, or white space and then its type, begins as that of a formula does."""
    cdef Bytes end = kind + size
    while kind < end and of_kind(kind[0], BLANK):
        kind += 1
    return starts_with(kind, end, <Bytes>FORMULA_TYPE, FORMULA_TYPE_LENGTH)


# --- Names and attributes in tags, and texts between them.


cdef int read_name(Reader* reader, Spellings* names, unsigned char stop) noexcept nogil:
    """Read the name of a tag or of an attribute, which ``stop`` may end; return its number, -1 where it has none."""
    cdef unsigned char name[MAX_NAME]
    cdef uint32_t hash = FIRST_HASH
    cdef Bytes at = reader.at
    cdef size_t size = 0, bytes
    while at < reader.end and not (size and (of_kind(at[0], ENDS_NAME) or at[0] == stop)):
        bytes = character_size(at, reader.end)
        if not bytes:
            reader.tape.failed = True
            return NOTHING
        if size + bytes <= MAX_NAME:
            while bytes:
                name[size] = small_letters[at[0]]
                hash = hashed(hash, name[size])
                size, at, bytes = size + 1, at + 1, bytes - 1
        at += bytes
    reader.at = at
    return number_of(reader.tape, names, name, size, hash)


cdef void read_attributes(Reader* reader, bint is_kept) noexcept nogil:
    """Read up to the end of a tag: to ``>``, to ``/>``, or to where there is nothing more."""
    cdef int number
    cdef Py_ssize_t count = 0
    skip_blanks(reader)
    while reader.at < reader.end and reader.at[0] != c">" and not reader.tape.failed:
        if reader.at[0] == c"/":
            if reader.at[1] == c">":
                break
            reader.at += 1
        else:
            number = read_name(reader, &reader.tape.attributes, c"=")
            skip_blanks(reader)
            read_value(reader, number, is_kept)
            count += 1
            if reader.is_guarded and count > reader.most:
                refuse(reader)
        skip_blanks(reader)


cdef void read_value(Reader* reader, int number, bint is_kept) noexcept nogil:
    """Read an attribute's value, if it has one; of attributes with the same name the first one counts."""
    cdef Bytes first = reader.at
    cdef Bytes last = first
    cdef Spelling* name
    if first[0] == c"=":
        reader.at += 1
        skip_blanks(reader)
        first = reader.at
        if first[0] == c'"' or first[0] == c"'":
            last = find(first + 1, reader.end, first[0])
            first += 1
            reader.at = last + (last < reader.end)
        else:
            last = first
            while last < reader.end and last[0] != c">" and not of_kind(last[0], BLANK):
                last += 1
            reader.at = last
    if is_kept and number >= 0:
        name = &reader.tape.attributes.items[number]
        if name.place != reader.tape.last:
            name.place = reader.tape.last
            keep_value(reader.tape, number, first, last)


cdef void keep_value(Tape* tape, int number, Bytes first, Bytes last) noexcept nogil:
    cdef size_t size = last - first
    cdef unsigned char* place
    if is_plain(first, last):
        add_attribute(tape, number, first, size)
        return
    place = begin_attribute(tape, number, 2 * size)
    if place != NULL:
        end_attribute(tape, place, decode_into(place, first, last, True, True))


cdef void read_text(Reader* reader) noexcept nogil:
    """Read text up to the next ``<``."""
    cdef Bytes first = reader.at
    cdef Bytes last = find(first, reader.end, c"<")
    reader.at = last
    if not reader.depth or innermost(reader) == HTML or innermost(reader) == HEAD:
        read_outside(reader, first, last)
    else:
        keep_text(reader.tape, first, last, True)


cdef void read_outside(Reader* reader, Bytes first, Bytes last) noexcept nogil:
    """Keep text that stands outside the body: blanks where they are, all else in the body."""
    cdef unsigned char* text = <unsigned char*>malloc(2 * (last - first) + 1)
    cdef size_t size, blanks = 0
    if text == NULL:
        reader.tape.failed = True
        return
    size = decode_into(text, first, last, True, False)
    while blanks < size and of_kind(text[blanks], BLANK):
        blanks += 1
    add_text(reader.tape, text, blanks)
    if blanks < size:
        begin_text_in_body(reader)
        add_text(reader.tape, text + blanks, size - blanks)
    free(text)


cdef void keep_text(Tape* tape, Bytes first, Bytes last, bint with_references) noexcept nogil:
    cdef size_t size = last - first
    cdef unsigned char* place
    if is_plain(first, last):
        add_text(tape, first, size)
        return
    place = begin_text(tape, 2 * size)
    if place != NULL:
        end_text(tape, decode_into(place, first, last, with_references, False))


cdef void read_raw_text(Reader* reader) noexcept nogil:
    """Read the text of a script and the like, up to its end tag."""
    cdef Bytes first = reader.at
    cdef int number = reader.opened[reader.depth - 1]
    cdef const Spelling* tag = &reader.tape.tags.items[number]
    cdef Bytes name = letters_of(&reader.tape.tags, number)
    cdef bint has_comment = False
    cdef Bytes end = reader.end
    if reader.is_guarded:
        end = first_end(first, end, name, tag.size, &has_comment)
    if reader.mode == PLAIN_TEXT:
        reader.at = reader.end
    elif reader.is_guarded and not has_comment and (end == reader.end or is_tag(end + 2, reader.end, name, tag.size)):
        reader.at = end
    elif reader.mode == SCRIPT:
        reader.at = script_end(first, reader.end, name, tag.size)
    else:
        reader.at = raw_text_end(first, reader.end, name, tag.size)
    if reader.is_guarded and reader.at != end:
        refuse(reader)
    if reader.at > first and not reader.is_skipped:
        keep_text(reader.tape, first, reader.at, reader.mode == WITH_REFERENCES)
    reader.mode = MARKUP
    reader.is_skipped = False


cdef Bytes first_end(Bytes at, Bytes end, Bytes name, size_t size, bint* has_comment) noexcept nogil:
    """Return where an end tag is next that begins with this name, and whether a comment begins before."""
    at = find(at, end, c"<")
    while at < end and not (at[1] == c"/" and starts_with(at + 2, end, name, size)):
        has_comment[0] |= is_comment(at)
        at = find(at + 1, end, c"<")
    return at


cdef Bytes raw_text_end(Bytes at, Bytes end, Bytes name, size_t size) noexcept nogil:
    """Return where the end tag of this name is next, ``end`` where it is not."""
    at = find(at, end, c"<")
    while at < end and not (at[1] == c"/" and is_tag(at + 2, end, name, size)):
        at = find(at + 1, end, c"<")
    return at


cdef bint is_tag(Bytes at, Bytes end, Bytes name, size_t size) noexcept nogil:
    """Return whether a tag's name stands here, and what ends a name behind it."""
    return starts_with(at, end, name, size) and at + size < end and of_kind(at[size], ENDS_NAME)


cdef bint starts_with(Bytes at, Bytes end, Bytes name, size_t size) noexcept nogil:
    cdef size_t index = 0
    while index < size and at + index < end and at[index] | 0x20 == name[index]:
        index += 1
    return index == size


cdef enum:  # where in a script something stands
    IN_SCRIPT = 0
    IN_COMMENT = 1
    IN_COMMENTED_SCRIPT = 2


cdef Bytes script_end(Bytes at, Bytes end, Bytes name, size_t size) noexcept nogil:
    """Return where a script ends: at an end tag that closes no script in a comment."""
    cdef int where = IN_SCRIPT
    while at < end:
        if where == IN_SCRIPT:
            at = find(at, end, c"<")
            if at == end:
                break
            if is_comment(at):
                where = IN_COMMENT
        if at[0] == c"-":
            if where != IN_SCRIPT and at[1] == c"-" and at[2] == c">":
                where = IN_SCRIPT
        elif at[0] == c"<":
            if at[1] == c"/" and is_tag(at + 2, end, name, size):
                if where != IN_COMMENTED_SCRIPT:
                    return at
                where = IN_COMMENT
            elif where == IN_COMMENT and is_tag(at + 1, end, name, size):
                where = IN_COMMENTED_SCRIPT
        at += 1
    return end


# --- Bytes.


cdef inline bint of_kind(unsigned char letter, int kind) noexcept nogil:
    return byte_kinds[letter] & kind != 0


cdef inline Bytes past(Bytes at, Bytes end, int letter) noexcept nogil:
    """Return the place behind the next such letter."""
    at = find(at, end, letter)
    return at + (at < end)


cdef inline void skip_blanks(Reader* reader) noexcept nogil:
    while of_kind(reader.at[0], BLANK):
        reader.at += 1


cdef bint is_plain(Bytes at, Bytes end) noexcept nogil:
    """Return whether a text is read as it stands."""
    return find(at, end, c"&") == end and find(at, end, c"\r") == end


# --- References to characters: `&amp;`, `&#38;`.
# https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state

cdef enum:
    MAX_REFERENCES = 2300
    MAX_REFERENCE = 31
    MAX_OLD = 6
    MAX_REFERRED = 7  # bytes
    LAST_CODE = 0x10FFFF
    NO_CHARACTER = 0xFFFD

cdef struct Reference:
    unsigned char size  # of its name
    char text[MAX_REFERRED]
    unsigned char text_size
    bint old  # may stand without its semicolon

cdef Spellings reference_names
cdef Reference references[MAX_REFERENCES]
cdef uint32_t C1_CODES[32]  # what the codes mean that windows-1252 has signs for


cdef int load_references() except -1:
    cdef int number
    enter(&reference_names, list(dict.fromkeys(name.rstrip(";") for name in html5)))
    if reference_names.count > MAX_REFERENCES:
        raise ValueError("more references than there is room for")
    for name, text in html5.items():
        spelling, referred = name.rstrip(";").encode(), text.encode()
        size, is_old = len(spelling), not name.endswith(";")
        if size > (MAX_OLD if is_old else MAX_REFERENCE) or len(referred) > min(MAX_REFERRED, 2 * size):
            raise ValueError("a name that is longer than there is room for")
        number = reference_number(<Bytes>bytes_of(spelling), size)
        memcpy(references[number].text, bytes_of(referred), len(referred))
        references[number].size, references[number].text_size = size, len(referred)
        references[number].old |= is_old
    for place in range(32):
        try:
            C1_CODES[<int>place] = <uint32_t>ord(bytes([0x80 + place]).decode("cp1252"))
        except UnicodeDecodeError:
            C1_CODES[<int>place] = <uint32_t>(0x80 + <int>place)
    return 0


cdef int reference_number(Bytes name, size_t size) noexcept nogil:
    return known_number(&reference_names, name, size, hash_of_name(name, size))


cdef const Reference* named(Bytes at, Bytes end, bint in_value) noexcept nogil:
    """Return the reference whose name stands behind an ampersand, NULL where none does."""
    cdef Py_ssize_t size = 0, length
    cdef int number
    cdef unsigned char next
    while size <= MAX_REFERENCE and at + size < end and of_kind(at[size], LETTER | DIGIT):
        size += 1
    next = at[size] if at + size < end else 0
    if 0 < size <= MAX_REFERENCE and (next == c";" or not in_value or next != c"="):
        number = reference_number(at, size)
        if number >= 0 and (next == c";" or references[number].old):
            return &references[number]
    if in_value:
        return NULL
    for length in range(min(size - 1, <Py_ssize_t>MAX_OLD), 1, -1):
        number = reference_number(at, length)
        if number >= 0 and references[number].old:
            return &references[number]
    return NULL


cdef size_t decode_into(
    unsigned char* out, Bytes at, Bytes end, bint with_references, bint in_value
) noexcept nogil:
    """Write a text as it is read: lines that end with a line feed, references as what they refer to.

    Return its size: at most twice that of the text.
    """
    cdef unsigned char* first = out
    cdef const Reference* reference
    while at < end:
        if at[0] == c"\r":
            at += 1
            if at == end or at[0] != c"\n":
                out[0] = c"\n"
                out += 1
            continue
        if at[0] == c"&" and with_references:
            if at + 1 < end and at[1] == c"#":
                out = decode_number(out, &at, end)
                continue
            reference = named(at + 1, end, in_value)
            if reference != NULL:
                memcpy(out, reference.text, reference.text_size)
                out += reference.text_size
                at += reference.size + 1
                if at < end and at[0] == c";":
                    at += 1
                continue
        out[0] = at[0]
        out += 1
        at += 1
    return out - first


cdef unsigned char* decode_number(unsigned char* out, Bytes* place, Bytes end) noexcept nogil:
    """Write the character that a number refers to, or the ampersand where there is no number."""
    cdef Bytes at = place[0] + 2
    cdef uint32_t code = 0, base = 10
    cdef int digit
    if at < end and at[0] | 0x20 == c"x":
        at, base = at + 1, 16
    if at == end or digit_of(at[0], base) < 0:
        out[0] = c"&"
        place[0] += 1
        return out + 1
    while at < end:
        digit = digit_of(at[0], base)
        if digit < 0:
            break
        code = min(code * base + digit, <uint32_t>LAST_CODE + 1)
        at += 1
    if at < end and at[0] == c";":
        at += 1
    place[0] = at
    if 0x80 <= code < 0xA0:
        code = C1_CODES[code - 0x80]
    elif code == 0 or 0xD800 <= code < 0xE000 or code > LAST_CODE:
        code = NO_CHARACTER
    return put_code(out, code)


cdef int digit_of(unsigned char digit, uint32_t base) noexcept nogil:
    if c"0" <= digit <= c"9":
        return digit - c"0"
    return (digit | 0x20) - c"a" + 10 if base == 16 and c"a" <= digit | 0x20 <= c"f" else -1


cdef unsigned char* put_code(unsigned char* out, uint32_t code) noexcept nogil:
    """Write a character in UTF-8; return where the next one goes."""
    cdef int shift = 0 if code < 0x80 else 6 if code < 0x800 else 12 if code < 0x10000 else 18
    cdef uint32_t lead = 0 if not shift else 0xC0 if shift == 6 else 0xE0 if shift == 12 else 0xF0
    out[0] = <unsigned char>(lead | code >> shift)
    out += 1
    while shift:
        shift -= 6
        out[0] = <unsigned char>(0x80 | (code >> shift & 0x3F))
        out += 1
    return out


load_references()
