# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""A recording of a document -> Page: the same page, element by element, as page/flatten.py makes.

A recording comes from markup (`reader.read`) or from a tree that is there already (`walk`), by the fields of libxml2's
nodes. What an HTML parser does not make (name spaces, entities: a tree made elsewhere) is refused, and left to Python.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.ref cimport Py_INCREF, Py_XDECREF, PyObject
from libc.stdint cimport uint32_t
from libc.stdlib cimport free
from libc.string cimport memcmp, strlen
from lxml.includes.etreepublic cimport _Element
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE, XML_COMMENT_NODE, XML_DTD_NODE, XML_ELEMENT_NODE, XML_PI_NODE, XML_TEXT_NODE, xmlAttr,
    xmlNode,
)

from .python_api cimport decoded, dict_item, new_int, new_list, new_tuple, set_in_tuple, set_item, untrack, utf8_of, with_room
from .measures cimport NO_LOOK, Attributes, ElementNames, Value
from .reader cimport (
    CLASS, CONTENT, HIDDEN, HREF, HREFLANG, ID, ITEMPROP, LANG, NAME, OPEN, PROPERTY, REL, ROLE, STYLE, TYPE, Recording,
)
from .tape cimport (
    END, TEXT, Field, Record, Spellings, Tape, Word, add_attribute, add_end, add_start, add_text, behind, first_field,
    hash_of_name, letters_of, next_field, number_of, reserve, value_in,
)
from .utf8 cimport Bytes, is_ascii, is_blank, next_code

from ..page import HEADINGS, LABELS, MAX_ANCHORS as _MAX_ANCHORS, MICRODATA, NOTED_TAGS, collapse
from ..page.flatten import (
    ALT_ATTRIBUTES, BETWEEN, HEADING_TAGS, HIDING_TAGS, KINDS, LINE_BREAK, MAX_SIGN as _MAX_SIGN, MAX_SOURCES as _MAX_SOURCES,
    SET_ATTRIBUTES, SOURCE_ATTRIBUTES, SHADOW_ROOT, SOURCE_TAGS, STYLE_PREFIX, TEMPLATE, TIME, UNPARTED_TAGS, _BLOCK, _BREAK, _HEAD, _INLINE,
    _LINK, _OBJECT, _SKIP, are_parted, is_heading_anchor, larger, style_hides, without_marks,
)
from ..page.formulas import SCRIPT_TYPE, TEX_ATTRIBUTES, HasFormulas, TAGS as FORMULA_TAGS, tex_of_picture
from ..page.head import JSON_LD, MAX_MORE_METAS, read_head
from .reader import ATTRIBUTES, TAGS

cdef enum:  # kinds, as page/flatten.py numbers them, and flags beside them
    SKIP = 0
    HEAD = 1
    BREAK = 2
    INLINE = 3
    LINK = 4
    OBJECT = 5
    BLOCK = 6
    KIND = 7
    PRE = 8
    HIDES = 16
    SOURCE = 32
    UNPARTED = 64
    HEADING = 128
    TIMED = 256
    TEMPLATED = 512
    FORMULA = 1024
    NOTED = 2048
    NOWHERE = -1

cdef enum:  # beside the bits of names: a style that hides
    HIDING_STYLE = 63

if (SKIP, HEAD, BREAK, INLINE, LINK, OBJECT, BLOCK) != (_SKIP, _HEAD, _BREAK, _INLINE, _LINK, _OBJECT, _BLOCK):
    raise ImportError("page/flatten.py numbers the kinds of elements otherwise")

cdef Py_ssize_t MAX_SIGN = _MAX_SIGN, MAX_ANCHORS = _MAX_ANCHORS
cdef int ANCHOR = TAGS.index("a"), IMG = TAGS.index("img")
cdef int SRC = ATTRIBUTES.index("src"), ALT = ATTRIBUTES.index("alt")


def walk(_Element root not None, bint whole):
    """Return a recording of an element and what is below it, or of a ``whole`` document with this root.

    Raises:
        ValueError: there is something in the tree that no HTML parser makes.
    """
    cdef const xmlNode* node = root._c_node
    cdef Recording recording = Recording()
    cdef Tape* tape = &recording.tape
    cdef Py_ssize_t level = 0
    while True:
        if node.type == XML_ELEMENT_NODE:
            enter(tape, node)
            if node.children != NULL:
                node = node.children
                level += 1
                continue
            add_end(tape, number_for(tape, &tape.tags, node.name))
        elif node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE:
            if node.content != NULL:
                add_text(tape, node.content, strlen(<const char*>node.content))
        elif node.type != XML_COMMENT_NODE and node.type != XML_PI_NODE and node.type != XML_DTD_NODE:
            raise ValueError("something that no HTML parser makes")
        while level and node.next == NULL:
            node = node.parent
            level -= 1
            add_end(tape, number_for(tape, &tape.tags, node.name))
        node = node.next if level or whole else NULL
        if node == NULL:
            break
    if tape.failed:
        raise ValueError("no memory for the tape")
    return recording


def fill(page, Recording recording not None, limits):
    """Fill an empty page from a recording.

    Raises:
        HasFormulas: there are formulas in it (`page.formulas`), which are left to Python; the page is as it was.
    """
    filler = Filler(recording)
    filler.max_depth, filler.max_elements = limits.max_depth, limits.max_elements
    filler.play()
    filler.finish()
    write(filler, page)


# --- A tree -> a recording, as the parser would have made it.


cdef int enter(Tape* tape, const xmlNode* node) except -1:
    """Record an element's start."""
    cdef const xmlAttr* attribute = node.properties
    cdef Bytes value
    if node.ns != NULL:
        raise ValueError("an element with a name space")
    add_start(tape, number_for(tape, &tape.tags, node.name))
    while attribute != NULL:
        value = value_of(attribute)
        add_attribute(
            tape,
            number_for(tape, &tape.attributes, attribute.name),
            value,
            0 if value == NULL else strlen(<const char*>value),
        )
        attribute = attribute.next
    return 0


cdef Bytes value_of(const xmlAttr* attribute) except? NULL:
    """Return an attribute's value, NULL where it has none."""
    cdef const xmlNode* node = attribute.children
    if attribute.ns != NULL:
        raise ValueError("an attribute with a name space")
    if node == NULL:
        return NULL
    if node.next != NULL or node.type != XML_TEXT_NODE:
        raise ValueError("an attribute that is not just text")
    return node.content


cdef inline int number_for(Tape* tape, Spellings* names, Bytes name) noexcept:
    cdef size_t size = strlen(<const char*>name)
    return number_of(tape, names, name, size, hash_of_name(name, size))


# --- Names, and what they mean.

cdef enum:
    MAX_TAGS = 192

cdef int known_tags = len(TAGS), known_attributes = len(ATTRIBUTES)
cdef unsigned short kinds[MAX_TAGS]  # and flags, by the numbers of tags
for _number, _tag in enumerate(TAGS):
    kinds[_number] = (
        KINDS.get(_tag, _INLINE)
        | PRE * (_tag == "pre")
        | HIDES * (_tag in HIDING_TAGS)
        | SOURCE * (_tag in SOURCE_TAGS)
        | UNPARTED * (_tag in UNPARTED_TAGS)
        | HEADING * (_tag in HEADING_TAGS)
        | TIMED * (_tag == TIME)
        | TEMPLATED * (_tag == TEMPLATE)
        | FORMULA * (_tag in FORMULA_TAGS)
        | NOTED * (_tag in NOTED_TAGS)
    )


cdef inline int kind_of(int tag) noexcept:
    """Return a tag's kind and flags."""
    return kinds[tag] if tag < known_tags else <int>INLINE


cdef list names_of(const Spellings* spelled, list known):
    """Return all names on a tape, the first of which are known."""
    cdef list names = known[:]
    cdef Py_ssize_t number
    for number in range(len(known), spelled.count):
        names.append(decoded(<const char*>letters_of(spelled, number), spelled.items[number].size, NULL))
    return names


# --- What a record holds: the attributes of an element, and what is below it.


cdef inline str text_of(const Field* field):
    return decoded(<const char*>value_in(field), field.size, NULL)


cdef dict attributes_of(const Record* start, list names):
    """Return all attributes of an element."""
    cdef dict own = {}
    cdef const Field* field = first_field(start)
    cdef const void* end = behind(start)
    while field != end:
        own[names[field.name]] = text_of(field)
        field = next_field(field)
    return own


cdef const Field* field_by(const Record* start, int name) noexcept:
    """Return the attribute with this name, NULL where there is none."""
    cdef const Field* field = first_field(start)
    cdef const void* end = behind(start)
    while field != end:
        if field.name == name:
            return field
        field = next_field(field)
    return NULL


cdef str value_by(const Record* start, int name):
    """Return an attribute's value, "" where there is none."""
    cdef const Field* field = field_by(start, name)
    return "" if field == NULL else text_of(field)


cdef const Record* end_of(const Record* start, const Record* stop) except NULL:
    """Return the end of an element that starts here, ``stop`` where it has none; formulas in it are left to Python."""
    cdef const Record* record = behind(start)
    cdef Py_ssize_t depth = 1
    while record != stop:
        if record.what == END:
            depth -= 1
            if not depth:
                break
        elif record.what >= 0:
            if kind_of(record.what) & FORMULA:
                raise HasFormulas
            depth += 1
        record = behind(record)
    return record


cdef list texts_between(const Record* record, const Record* stop):
    """Return the texts among some records."""
    cdef list texts = []
    while record != stop:
        if record.what == TEXT:
            texts.append(decoded(<const char*>(record + 1), record.size, NULL))
        record = behind(record)
    return texts


cdef list SHADOW_NAMES = [ATTRIBUTES.index(name) for name in sorted(SHADOW_ROOT)]


cdef bint is_shadow_root(const Record* start) except -1:
    """Return whether a template is the shadow root of its parent."""
    cdef int name
    for name in SHADOW_NAMES:
        if field_by(start, name) != NULL:
            return True
    return False


# --- Elements with the same attributes, as half of them are, share these, and what they mean.

cdef enum:
    SEATS = 1024  # a power of two
    MAX_SHARED = 400  # bytes of attributes; longer ones are hardly ever the same

cdef struct SharedAttributes:
    const Record* start  # the element whose attributes these are
    Py_ssize_t number  # among the page's `Attributes`
    Py_ssize_t of_class  # the number of its class's value, `NOWHERE` where it has none
    Py_ssize_t of_id
    Word names  # a bit for each known name

cdef struct Shared:
    SharedAttributes seats[SEATS]
    SharedAttributes other  # of an element with long attributes


cdef SharedAttributes* seat_of(Shared* shared, const Record* start) noexcept:
    """Return where attributes sit; there they are, or are to be read."""
    cdef SharedAttributes* entry
    if start.size > MAX_SHARED:
        entry = &shared.other
        entry.start = NULL
        return entry
    entry = &shared.seats[mixed(<const Word*>(start + 1), start.size) & (SEATS - 1)]
    if entry.start != NULL and (entry.start.size != start.size or memcmp(entry.start + 1, start + 1, start.size)):
        entry.start = NULL
    return entry


cdef Word mixed(const Word* words, size_t size) noexcept:
    """Return a number that depends on all bytes."""
    cdef Word found = size
    cdef size_t index
    for index in range(size // sizeof(Word)):
        found = (found ^ words[index]) * 0x9E3779B97F4A7C15ULL
        found ^= found >> 29
    return found ^ found >> 32


cdef Word known_names(const Record* start, ElementNames* named) except? 0:
    """Return a bit for each known name of an attribute, and note the element's names.

    Raises:
        UnicodeDecodeError: an attribute that will be made when it is asked for is no text.
    """
    cdef Word found = 0
    cdef const Field* field = first_field(start)
    cdef const void* end = behind(start)
    while field != end:
        if field.name < known_attributes:
            found |= <Word>1 << field.name
        if field.name == CLASS:
            named.own_class = Value(value_in(field), field.size, NULL)
        elif field.name == ID:
            named.own_id = Value(value_in(field), field.size, NULL)
        elif field.name == ROLE:
            named.role = Value(value_in(field), field.size, NULL)
        elif field.name == ITEMPROP:
            named.item = Value(value_in(field), field.size, NULL)
        elif field.name == STYLE and style_hides(text_of(field)[:STYLE_PREFIX]):
            found |= <Word>1 << HIDING_STYLE
        if not is_ascii(value_in(field), field.size):
            text_of(field)
        field = next_field(field)
    return found


cdef inline bint has(Word names, int name) noexcept:
    return names >> name & 1


# --- Pictures, videos and players: page/flatten.py, over records.

cdef enum:
    SOURCE_ROOM = 32

if _MAX_SOURCES >= SOURCE_ROOM:
    raise ValueError("more sources than there is room for")

cdef Py_ssize_t MAX_SOURCES = _MAX_SOURCES
cdef list SOURCE_NAMES = [ATTRIBUTES.index(name) for name in SOURCE_ATTRIBUTES]
cdef list SET_NAMES = [ATTRIBUTES.index(name) for name in SET_ATTRIBUTES]
cdef list DRAWING_NAMES = [ATTRIBUTES.index(name) for name in TEX_ATTRIBUTES]
cdef list ALT_NAMES = [ATTRIBUTES.index(name) for name in ALT_ATTRIBUTES]

cdef struct Sources:  # an object, and the elements in it that may give its address
    const Record* starts[SOURCE_ROOM]
    Py_ssize_t count


cdef int find_sources(const Record* start, const Record* end, Sources* sources) except -1:
    cdef const Record* record = behind(start)
    sources.starts[0], sources.count = start, 1
    while record != end and sources.count <= MAX_SOURCES:
        if record.what >= 0 and kind_of(record.what) & SOURCE:
            sources.starts[sources.count] = record
            sources.count += 1
        record = behind(record)
    return 0


cdef bint has_set(const Sources* sources):
    """Return what page/flatten.py's `_has_set` does."""
    cdef Py_ssize_t index
    cdef int name
    for name in SET_NAMES:
        for index in range(sources.count):
            if field_by(sources.starts[index], name) != NULL:
                return True
    return False


cdef str first_value(const Sources* sources, list names):
    """Return what page/flatten.py's `_first_attribute` does."""
    cdef const Field* field
    cdef Py_ssize_t index
    cdef int name
    cdef str value
    for name in names:
        for index in range(sources.count):
            field = field_by(sources.starts[index], name)
            if field != NULL and field.size:
                value = text_of(field).strip()
                if value and not value.startswith("data:"):
                    return value
    return ""


# --- The elements that have a class or an id, by its value. Of most values nobody asks for them.

cdef struct Named:
    Py_ssize_t first  # of its occurrences
    Py_ssize_t last
    Py_ssize_t count

cdef struct Occurrence:
    Py_ssize_t element
    Py_ssize_t next


cdef class Naming:
    """A mapping from values to the elements that have them: tuples, each of which is made when it is first asked for."""

    cdef dict numbers  # by value
    cdef dict made  # the tuples, by value
    cdef Named* named
    cdef Occurrence* occurrences
    cdef Py_ssize_t count, room, filled, occurrence_room

    def __cinit__(self):
        self.numbers, self.made = {}, {}

    def __dealloc__(self):
        PyMem_Free(self.named)
        PyMem_Free(self.occurrences)

    def __len__(self):
        return len(self.numbers)

    def __iter__(self):
        return iter(self.numbers)

    def __contains__(self, value):
        return value in self.numbers

    def __getitem__(self, value):
        found = self.made.get(value)
        if found is None:
            self.made[value] = found = self.elements(&self.named[<Py_ssize_t>self.numbers[value]])
        return found

    def get(self, value, default=None):
        return self[value] if value in self.numbers else default

    def keys(self):
        return self.numbers.keys()

    def values(self):
        return [self[value] for value in self.numbers]

    def items(self):
        return [(value, self[value]) for value in self.numbers]

    def __eq__(self, other):
        return dict(self) == dict(other)

    def __reduce__(self):
        return dict, (self.items(),)

    cdef Py_ssize_t number_of(self, const Value* spelled) except -1:
        """Return the number of a value."""
        cdef str value = decoded(<const char*>spelled.data, spelled.size, NULL)
        cdef PyObject* known = dict_item(self.numbers, value)
        if known != NULL:
            return <object>known
        self.named = <Named*>with_room(self.named, &self.room, self.count, sizeof(Named))
        self.named[self.count] = Named(NOWHERE, NOWHERE, 0)
        self.numbers[value] = number(self.count)
        self.count += 1
        return self.count - 1

    cdef int add(self, Py_ssize_t value, Py_ssize_t element) except -1:
        """Add an element that has the value of this number."""
        cdef Named* named = &self.named[value]
        self.occurrences = <Occurrence*>with_room(
            self.occurrences, &self.occurrence_room, self.filled, sizeof(Occurrence)
        )
        self.occurrences[self.filled] = Occurrence(element, NOWHERE)
        if named.count:
            self.occurrences[named.last].next = self.filled
        else:
            named.first = self.filled
        named.last = self.filled
        named.count += 1
        self.filled += 1
        return 0

    cdef tuple elements(self, const Named* named):
        cdef tuple found = new_tuple(named.count)
        cdef Py_ssize_t place = named.first, index
        for index in range(named.count):
            element = number(self.occurrences[place].element)
            Py_INCREF(element)
            set_in_tuple(found, index, <PyObject*>element)
            place = self.occurrences[place].next
        return found


# --- White space, in UTF-8; collapsed as page/__init__.py does.

cdef enum:
    IDEOGRAPHIC = 0x3000
    WIDE = -1  # an ideographic space: a character, not a gap, and left to Python


cdef unsigned char may_part[256]  # bytes that white space begins with, and the closing NUL
for _byte in (0, *range(0x09, 0x0E), *range(0x1C, 0x21), 0xC2, 0xE1, 0xE2, 0xE3):
    may_part[_byte] = 1


cdef inline int space(Bytes at) noexcept:
    """Return how many bytes the white space at a place has, 0 where there is none; what `str.isspace` says."""
    cdef uint32_t code = at[0]
    cdef Bytes behind
    if code < 0x80 or not may_part[code]:
        return code < 0x80 and is_blank(code)
    behind = next_code(at, &code)
    if code == IDEOGRAPHIC:
        return WIDE
    return <int>(behind - at) if is_blank(code) else 0


cdef bint is_space(Bytes at) noexcept:
    """Return whether a text is white space only; one that is empty is."""
    cdef int size
    while at[0]:
        size = space(at)
        if not size:
            return False
        at += 3 if size == WIDE else size
    return True


cdef Py_ssize_t visible_size(Py_ssize_t length, Bytes at, Py_ssize_t size) noexcept:
    """Return how many of a text's characters are left without the white space around it; ``size`` is in bytes."""
    cdef Bytes end = at + size
    cdef Bytes last
    cdef int gap
    while length:
        gap = space(at)
        if not gap:
            break
        at += 3 if gap == WIDE else gap
        length -= 1
    while length:
        last = end - 1
        while last[0] & 0xC0 == 0x80:
            last -= 1
        if not space(last):
            break
        end = last
        length -= 1
    return length


cdef Py_ssize_t collapse_into(char* out, Py_ssize_t size, Bytes at) noexcept:
    """Append a piece to ``size`` bytes of collapsed text, which may end with a blank; return the new size or `WIDE`."""
    cdef int gap
    while True:
        while not may_part[at[0]]:
            out[size] = at[0]
            size += 1
            at += 1
        if not at[0]:
            return size
        gap = space(at)
        if not gap:
            out[size] = at[0]
            size += 1
            at += 1
        elif gap == WIDE:
            return WIDE
        else:
            if size and out[size - 1] != c" ":
                out[size] = c" "
                size += 1
            at += gap


# --- What is gathered of one page: its elements with their attributes, its pieces of text, and the runs of pieces.

cdef struct Element:
    Py_ssize_t parent
    Py_ssize_t end
    Py_ssize_t piece_start
    Py_ssize_t piece_end
    Py_ssize_t outer  # the innermost block-level element around a block-level one
    int what  # the tag's kind and flags

cdef struct Piece:
    Bytes data  # the tape's
    Py_ssize_t size
    Py_ssize_t visible  # characters without the white space around it
    bint linked

cdef struct Run:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t owner
    bint hidden
    bint preformatted
    bint by_break

cdef Word LABELLING = 0, MARKING = 0, DRAWING = 0
for _name in LABELS:
    LABELLING |= <Word>1 << <int>ATTRIBUTES.index(_name)
for _name in MICRODATA:
    MARKING |= <Word>1 << <int>ATTRIBUTES.index(_name)
for _name in TEX_ATTRIBUTES:
    DRAWING |= <Word>1 << <int>ATTRIBUTES.index(_name)


cdef class Filler:
    """Goes over a tape and gathers a page. The fields are what the variables of that name are in page/flatten.py."""

    cdef Recording recording
    cdef Element* elements
    cdef Piece* pieces
    cdef Run* runs
    cdef Shared* shared
    cdef char* scratch  # for one text
    cdef size_t scratch_room
    cdef Py_ssize_t total, count, run_count
    cdef Py_ssize_t element_room, piece_room, run_room
    cdef Py_ssize_t here, owner, hidden, linked, preformatted, border
    cdef Py_ssize_t max_depth, max_elements
    cdef Py_ssize_t marked, depth, parted, gap
    cdef Py_ssize_t too_deep  # open elements that are left out
    cdef const Record* text  # one that has not been taken yet
    cdef const Record* stop  # the end of the tape
    cdef bint truncated, full
    cdef bint styled, timed  # whether the element that ended last may end within a word, is a time
    cdef Attributes attrs
    cdef list tag_names, attribute_names
    cdef list tags, texts, links, headings, labelled, microdata, roles, objects, object_urls, object_alts
    cdef set hiding, blanks
    cdef list properties, link_holders, head_elements, more_metas, alternates
    cdef dict tagged, anchors, metas, head_links
    cdef Naming naming
    cdef str language

    def __cinit__(self, Recording recording):
        self.shared = <Shared*>PyMem_Calloc(1, sizeof(Shared))
        if self.shared == NULL:
            raise MemoryError
        self.here = self.owner = self.hidden = self.linked = self.preformatted = NOWHERE
        self.marked = self.parted = self.gap = NOWHERE
        self.stop = <const Record*>(recording.tape.data + recording.tape.size)
        self.recording = recording
        self.tag_names = names_of(&recording.tape.tags, TAGS)
        self.attribute_names = names_of(&recording.tape.attributes, ATTRIBUTES)
        self.attrs = Attributes()
        self.attrs.recording, self.attrs.names = recording, self.attribute_names
        self.tags, self.texts, self.links = [], [], []
        self.headings, self.labelled, self.microdata, self.roles = [], [], [], []
        self.objects, self.object_urls, self.object_alts = [], [], []
        self.hiding, self.blanks, self.tagged, self.anchors = set(), set(), {}, {}
        self.metas, self.properties, self.head_links = {}, [], {}
        self.more_metas, self.alternates = [], []
        self.link_holders, self.head_elements = [], []
        self.naming = Naming()
        self.language = ""

    def __dealloc__(self):
        PyMem_Free(self.shared)
        PyMem_Free(self.elements)
        PyMem_Free(self.pieces)
        PyMem_Free(self.runs)
        free(self.scratch)

    cdef Element* add_element(self, const Record* start, int what) except NULL:
        cdef Element* element
        self.elements = <Element*>with_room(self.elements, &self.element_room, self.total, sizeof(Element))
        element = &self.elements[self.total]
        element.parent, element.end, element.outer = self.here, 0, NOWHERE
        element.piece_start, element.piece_end = self.count, 0
        element.what = what
        tag = self.tag_names[start.what]
        self.tags.append(tag)
        if what & HEADING and tag in HEADINGS:
            self.headings.append(number(self.total))
        if what & NOTED:
            self.note(tag)
        self.total += 1
        return element

    cdef int note(self, str tag) except -1:
        """Keep an element by its tag."""
        cdef PyObject* known = dict_item(self.tagged, tag)
        if known == NULL:
            self.tagged[tag] = [number(self.total)]
        else:
            (<list>known).append(number(self.total))
        return 0

    cdef Word take_attributes(self, const Record* record) except? 0:
        """Keep an element's attributes, and the element by its class and id; return a bit for each known name."""
        cdef SharedAttributes* shared
        if not record.size:
            self.attrs.add(0)
            return 0
        shared = seat_of(self.shared, record)
        if shared.start == NULL:
            self.read_attributes(record, shared)
        self.attrs.add(shared.number)
        if shared.of_class != NOWHERE:
            self.naming.add(shared.of_class, self.total)
        if shared.of_id != NOWHERE:
            self.naming.add(shared.of_id, self.total)
        if shared.names & LABELLING:
            self.labelled.append(number(self.total))
        if shared.names & MARKING:
            self.microdata.append(number(self.total))
        if has(shared.names, ROLE):
            self.roles.append(number(self.total))
        return shared.names

    cdef int read_attributes(self, const Record* record, SharedAttributes* shared) except -1:
        cdef ElementNames* names
        shared.number = self.attrs.add_owned(record)
        names = &self.attrs.owned[shared.number].names
        shared.names = known_names(record, names)
        shared.of_class = self.naming.number_of(&names.own_class) if has(shared.names, CLASS) else NOWHERE
        shared.of_id = self.naming.number_of(&names.own_id) if has(shared.names, ID) else NOWHERE
        names.look = shared.of_class if names.own_class.size else NO_LOOK
        shared.start = record
        return 0

    cdef int add_blank(self) except -1:
        """Part neighbouring inline elements."""
        self.blanks.add(self.count)
        return self.add_piece(BETWEEN, <Bytes>" ", 1, False)

    cdef int add_piece(self, str text, Bytes data, Py_ssize_t size, bint linked) except -1:
        cdef Piece* piece
        self.pieces = <Piece*>with_room(self.pieces, &self.piece_room, self.count, sizeof(Piece))
        self.texts.append(text)
        piece = &self.pieces[self.count]
        piece.data, piece.size, piece.linked = data, size, linked
        piece.visible = visible_size(len(text), data, size)
        self.count += 1
        return 0

    cdef int part(self) except -1:
        """End a run of pieces, if one has begun."""
        return self.add_run(False) if self.border != self.count else 0

    cdef int add_run(self, bint by_break) except -1:
        cdef Run* run
        self.runs = <Run*>with_room(self.runs, &self.run_room, self.run_count, sizeof(Run))
        run = &self.runs[self.run_count]
        run.start, run.end, run.owner, run.by_break = self.border, self.count, self.owner, by_break
        run.hidden, run.preformatted = self.hidden != NOWHERE, self.preformatted != NOWHERE
        self.run_count += 1
        self.border = self.count
        return 0

    cdef int finish(self) except -1:
        """Close what is open."""
        self.add_run(False)
        while self.here != NOWHERE:
            self.elements[self.here].end, self.elements[self.here].piece_end = self.total, self.count
            self.here = self.elements[self.here].parent
        return 0

    # --- The walk: page/flatten.py's loop, with an element's start, its end and the text between as functions.

    cdef int play(self) except -1:
        """Go over the tape."""
        cdef const Record* record = <const Record*>self.recording.tape.data
        while record != self.stop:
            if record.what >= 0:
                record = self.start(record)
                if self.full:
                    break
                continue
            if record.what == END:
                self.end(record)
            else:
                self.text = record
            record = behind(record)
        return 0

    cdef const Record* start(self, const Record* record) except NULL:
        """Take an element's start; return the record to go on with."""
        cdef int what = kind_of(record.what)
        cdef int kind = what & KIND
        cdef const Record* end
        if what & FORMULA:
            raise HasFormulas
        if self.text != NULL:
            self.take_text()
        if what & TEMPLATED and is_shadow_root(record):
            kind, what = BLOCK, BLOCK
        if kind == BLOCK:
            self.part()
        elif kind <= BREAK:
            end = end_of(record, self.stop)
            if kind == BREAK and self.preformatted >= 0:
                self.add_piece(LINE_BREAK, <Bytes>"\n", 1, self.linked >= 0)
            elif kind == BREAK:
                self.add_run(True)
            elif kind == HEAD:
                self.take_head(record, end)
            return end if end == self.stop else behind(end)
        self.depth += 1
        if self.depth == 1:
            self.begin(record)
        if self.depth > self.max_depth:
            self.truncated = True
            self.too_deep += 1
            self.refuse_formula(record)
            return behind(record)
        return self.record(record, what)

    cdef int take_head(self, const Record* start, const Record* end) except -1:
        """Take a head's element as page/head.py does: what is frequent is gathered here, the rest is read there."""
        cdef str tag = self.tag_names[start.what], key, content
        if tag == "meta":
            key = value_by(start, NAME) or value_by(start, PROPERTY) or value_by(start, ITEMPROP)
            if key:
                key, content = key.strip().lower(), value_by(start, CONTENT).strip()
                if key and key not in self.metas:
                    self.metas[key] = content
                elif key and content and len(self.more_metas) < MAX_MORE_METAS:
                    self.more_metas.append((key, content))
            key = value_by(start, ITEMPROP)
            if key and self.here >= 0:
                self.properties.append((number(self.here), key, value_by(start, CONTENT)))
            return 0
        if tag == "link":
            if self.here >= 0:
                self.link_holders.append(number(self.here))
                key, content = value_by(start, ITEMPROP), value_by(start, CONTENT)
                if key and content:
                    self.properties.append((number(self.here), key, content))
            key = value_by(start, HREF)
            if key:
                for relation in value_by(start, REL).lower().split():
                    self.head_links.setdefault(relation, key)
                content = value_by(start, HREFLANG)
                if content and len(self.alternates) < MAX_MORE_METAS:
                    self.alternates.append((value_by(start, REL).lower(), content, key))
            return 0
        kind = value_by(start, TYPE).partition(";")[0].strip().lower() if tag == "script" else JSON_LD
        if kind.startswith(SCRIPT_TYPE):
            raise HasFormulas
        if kind == JSON_LD:
            own = attributes_of(start, self.attribute_names)
            self.head_elements.append((tag, own, texts_between(behind(start), end)))
        return 0

    cdef int begin(self, const Record* record) except -1:
        """Begin a document, or go on in its body behind a premature end."""
        cdef Py_ssize_t child = 1, last = 0
        if not self.total:
            self.language = value_by(record, LANG).strip().lower()
            return 0
        while child < self.elements[0].end:
            last, child = child, self.elements[child].end
        if self.tags[last] != "body":
            last = 0
        self.here = self.owner = last
        self.hidden = self.marked = 0 if 0 in self.hiding else last if last in self.hiding else NOWHERE
        self.depth = 3 if last else 2
        return 0

    cdef const Record* record(self, const Record* record, int what) except NULL:
        """Enter an element; return the record to go on with."""
        cdef int kind = what & KIND
        cdef Py_ssize_t here = self.total
        cdef Element* element
        cdef Word names = self.take_attributes(record)
        if names & DRAWING:
            raise HasFormulas
        element = self.add_element(record, what)
        if kind == OBJECT:
            self.depth -= 1
            if self.hidden < 0 and (has(names, HIDDEN) or has(names, HIDING_STYLE)):
                self.hiding.add(here)
            return self.take_object(record, here)
        self.here = here
        if kind == BLOCK:
            element.outer = self.owner
            self.owner = here
            if what & PRE and self.preformatted < 0:
                self.preformatted = self.marked = here
        elif kind == LINK:
            if has(names, NAME) and here < MAX_ANCHORS and record.what == ANCHOR:
                self.anchors.setdefault(value_by(record, NAME), number(here))
            if has(names, HREF):
                self.begin_link(here)
        if what & TIMED:
            self.gap = self.count
        elif self.parted == self.count and (kind == LINK or not self.styled):
            self.parted = NOWHERE
            self.gap = NOWHERE if what & UNPARTED and not self.timed else self.count
        if self.hidden < 0 and (
            has(names, HIDDEN) or has(names, HIDING_STYLE) or (what & HIDES and not has(names, OPEN))
        ):
            self.hidden = self.marked = here
            self.hiding.add(here)
        if here >= self.max_elements:
            self.truncated = self.full = True
        return behind(record)

    cdef const Record* take_object(self, const Record* record, Py_ssize_t here) except NULL:
        """Take a picture, video or player; return the record behind it."""
        cdef const Record* end = end_of(record, self.stop)
        cdef Sources sources
        find_sources(record, end, &sources)
        for index in range(sources.count):
            self.refuse_formula(sources.starts[index])
        url = first_value(&sources, SOURCE_NAMES)
        if not url or has_set(&sources):
            url = larger(
                url, [attributes_of(sources.starts[index], self.attribute_names) for index in range(sources.count)]
            )
        self.objects.append(here)
        self.object_urls.append(url)
        alt = first_value(&sources, ALT_NAMES)
        self.object_alts.append(collapse(alt) if alt else "")
        self.elements[here].end, self.elements[here].piece_end = self.total, self.count
        return end if end == self.stop else behind(end)

    cdef int refuse_formula(self, const Record* record) except -1:
        """Leave an element that draws a formula to Python."""
        cdef int name
        if record.what == IMG:
            if tex_of_picture(value_by(record, SRC), value_by(record, ALT), value_by(record, CLASS)):
                raise HasFormulas
        for name in DRAWING_NAMES:
            if field_by(record, name) != NULL:
                raise HasFormulas
        return 0

    cdef int begin_link(self, Py_ssize_t here) except -1:
        cdef Piece* last
        self.links.append(here)
        if self.count:
            last = &self.pieces[self.count - 1]
            if last.linked and not is_space(last.data):
                self.add_blank()
        if self.linked < 0:
            self.linked = self.marked = here
        return 0

    cdef int end(self, const Record* record) except -1:
        """Take an element's end."""
        cdef Py_ssize_t here = self.here
        cdef Element* element
        if self.text != NULL:
            self.take_text()
        self.depth -= 1
        if self.too_deep:
            self.too_deep -= 1
            if kind_of(record.size) & KIND == BLOCK or kind_of(record.size) & TEMPLATED:
                self.part()
            return 0
        element = &self.elements[here]
        if here == self.owner:
            self.part()
            self.owner = element.outer
        element.end, element.piece_end = self.total, self.count
        self.parted = NOWHERE if element.piece_start == self.count else self.count
        self.gap, self.styled, self.timed = NOWHERE, element.what & UNPARTED != 0, element.what & TIMED != 0
        if here == self.marked:
            self.hidden = NOWHERE if here == self.hidden else self.hidden
            self.linked = NOWHERE if here == self.linked else self.linked
            self.preformatted = NOWHERE if here == self.preformatted else self.preformatted
            self.marked = max(self.hidden, self.linked, self.preformatted)
        self.here = element.parent
        return 0

    cdef int take_text(self) except -1:
        """Make a piece of the text since the last tag, unless it is white space between blocks."""
        cdef const Record* record = self.text
        cdef Bytes data = <Bytes>(record + 1)
        cdef Py_ssize_t size = record.size
        cdef str text = None
        self.text = NULL
        if may_have_marks(data, size):
            text = without_marks(decoded(<const char*>data, size, NULL))
            data = <Bytes>utf8_of(text, &size)
        if not size or (self.border == self.count and self.preformatted < 0 and is_space(data)):
            return 0
        if text is None:
            text = decoded(<const char*>data, size, NULL)
        if (
            self.linked >= 0
            and self.owner >= 0
            and len(text) <= MAX_SIGN
            and self.elements[self.owner].what & HEADING
            and is_heading_anchor(text, self.attrs[self.linked])
        ):
            return 0
        if (
            self.gap == self.count != self.border
            and self.preformatted < 0
            and are_parted(self.texts[self.count - 1], text)
        ):
            self.add_blank()
        return self.add_piece(text, data, size, self.linked >= 0)


cdef bint may_have_marks(Bytes at, Py_ssize_t size) noexcept:
    """Return whether a text may have a character that `page.flatten.without_marks` drops."""
    cdef Bytes end = at + size
    if is_ascii(at, size):
        return False
    while at < end:
        if at[0] == 0xC2 and at[1] == 0xAD:  # a soft hyphen
            return True
        if at[0] == 0xE2 and ((at[1] == 0x80 and 0x8B <= at[2] <= 0x8F) or (at[1] == 0x81 and at[2] == 0xA0)):  # no width
            return True
        if at[0] == 0xEF and at[1] == 0xBB and at[2] == 0xBF:  # the mark of a byte order
            return True
        at += 1
    return False


# --- What was gathered -> the lists of a Page.


cdef tuple text_blocks(Filler filler):
    """Return texts, owners, first pieces, piece ends, whether hidden and whether after a break, and the gaps."""
    cdef list texts = [], owners = [], starts = [], ends = [], hides = [], breaks = []
    cdef Py_ssize_t index, owner, broken = NOWHERE
    cdef bint twice = False
    cdef set gaps = set()
    cdef Run* run
    cdef str text
    for index in range(filler.run_count):
        run = &filler.runs[index]
        owner = run.owner if run.owner > 0 else 0
        if run.start != run.end:
            text = block_text(filler, run)
            if text:
                if twice and broken == owner:
                    gaps.add(len(texts))
                texts.append(text)
                owners.append(number(owner))
                starts.append(number(run.start))
                ends.append(number(run.end))
                hides.append(run.hidden)
                breaks.append(broken == owner)
                broken, twice = NOWHERE, False
        if run.by_break:
            twice = broken == owner
            broken = owner
    return texts, owners, starts, ends, hides, breaks, gaps


cdef str block_text(Filler filler, const Run* run):
    """Return the text of a run, with its white space collapsed unless it is preformatted."""
    cdef Py_ssize_t index, size = 0, room = 0
    cdef char* collapsed
    cdef str text
    if run.preformatted:
        text = "".join(filler.texts[run.start : run.end])
        return text.strip("\r\n").rstrip()
    for index in range(run.start, run.end):
        room += filler.pieces[index].size
    if not reserve(<void**>&filler.scratch, &filler.scratch_room, room + 1):
        raise MemoryError
    collapsed = filler.scratch
    for index in range(run.start, run.end):
        size = collapse_into(collapsed, size, filler.pieces[index].data)
        if size == WIDE:
            return collapse("".join(filler.texts[run.start : run.end]))
    if size and collapsed[size - 1] == c" ":
        size -= 1
    if run.end == run.start + 1 and size == room and not memcmp(collapsed, filler.pieces[run.start].data, size):
        return filler.texts[run.start]
    return decoded(collapsed, size, NULL)


cdef int write_pieces(Filler filler, page) except -1:
    """Put the pieces of text into an empty page, with what `page.visible` returns."""
    cdef Py_ssize_t index, everything = 0, inside = 0
    cdef list linked = [], lengths = [], before = [number(0)], linked_before = [number(0)]
    cdef const Piece* piece
    for index in range(filler.count):
        piece = &filler.pieces[index]
        everything += piece.visible
        if piece.linked:
            inside += piece.visible
        linked.append(piece.linked)
        lengths.append(number(piece.visible))
        before.append(number(everything))
        linked_before.append(number(inside))
    page.pieces, page.linked, page.blanks = filler.texts, linked, filler.blanks
    page.made["visible"] = lengths, before, linked_before
    return 0


cdef int write(Filler filler, page) except -1:
    """Put everything into an empty page."""
    blocks = text_blocks(filler)
    page.texts, page.owners, page.text_starts, page.text_ends, page.hidden, page.breaks, page.gaps = blocks
    if filler.total:
        page.parents = numbers(&filler.elements.parent, sizeof(Element), filler.total)
        page.ends = numbers(&filler.elements.end, sizeof(Element), filler.total)
        page.piece_starts = numbers(&filler.elements.piece_start, sizeof(Element), filler.total)
        page.piece_ends = numbers(&filler.elements.piece_end, sizeof(Element), filler.total)
    page.tags, page.attrs, page.links, page.hiding = filler.tags, filler.attrs, filler.links, filler.hiding
    page.names = filler.naming
    write_pieces(filler, page)
    page.made |= {"headings": filler.headings, "anchors": filler.anchors, "labelled": filler.labelled}
    page.made |= {"microdata": filler.microdata, "role_holders": filler.roles, "tagged": filler.tagged}
    page.language = filler.language
    page.truncated = page.truncated or filler.truncated
    page.objects, page.object_urls, page.object_alts = filler.objects, filler.object_urls, filler.object_alts
    page.metas, page.properties = filler.metas, filler.properties
    page.more_metas, page.alternates = filler.more_metas, filler.alternates
    page.head_links, page.link_holders = filler.head_links, filler.link_holders
    for tag, own, texts in filler.head_elements:
        read_head(tag, own, texts, page)
    # The longest lists hold numbers and texts, which are in no cycle: a collector need not go through them.
    for found in (
        page.pieces, page.linked, page.tags, page.parents, page.ends, page.piece_starts, page.piece_ends,
        *blocks[:6], *page.made["visible"],
    ):
        untrack(found)
    return 0


cdef enum:
    SHARED_INTS = 4096

cdef PyObject* shared_ints[SHARED_INTS]  # what most lists are made of; owned, and made when first used


cdef object number(Py_ssize_t value):
    if value < 0 or value >= SHARED_INTS:
        return value
    if shared_ints[value] == NULL:
        shared_ints[value] = new_int(value)
    return <object>shared_ints[value]


cdef list numbers(const Py_ssize_t* first, size_t step, Py_ssize_t count):
    """Return one field of an array of structures, ``step`` bytes apart, as a list."""
    cdef list found = new_list(count)
    cdef const char* at = <const char*>first
    cdef Py_ssize_t index
    for index in range(count):
        one = number((<const Py_ssize_t*>at)[0])
        Py_INCREF(one)
        set_item(found, index, <PyObject*>one)
        at += step
    return found
