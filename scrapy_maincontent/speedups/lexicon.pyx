# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""What short strings mean, by tables of words.

`Names` and `Phrases` read class names and short texts, as words/class_names.py and words/phrases.py do. `Lexicon` is that of
method crf, the twin of methods/crf_features.py: what the names of the elements around a text block and its own words weigh.
All its tokens of a page are looked up in rounds, so that the memory of one is on its way while the next is hashed.
"""

from unicodedata import category, normalize

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Realloc
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset, strstr

from .measures cimport (
    Attributes, Measured, Measures, ElementNames, Room, Text, Value, View, elements_around, mixed, prefetch, table_size,
)
from .python_api cimport as_size, decoded, dict_item, list_item, utf8_of, with_room
from .utf8 cimport Bytes, find, is_ascii, is_blank, next_code

from ..page.stems import MAX_NAME
from ..words import UNREAD as _UNREAD, class_names
from ..words.class_names import (
    MANY_WORDS, PLAIN, QUIET, SHORT_TEXT, _AROUND_WORDS as AROUND_WORDS, _MAX_VALUE
    as MAX_VALUE, name_parts, whole_names,
)
from ..words.phrases import (
    MAX_INNER_CHARACTERS as _MAX_INNER_CHARACTERS, MAX_INNER_TOKENS as _MAX_INNER_TOKENS, MAX_PIECES as _MAX_PIECES, MAX_RAW as _MAX_RAW, MAX_TEXT, ODD, line_of,
)
from ..words.normalise import lowered as lowered_text

cdef enum:  # what a token is of, by its prefix
    OF_TAG = 0
    OF_CLASS = 1
    OF_CLASS_PART = 2
    OF_ID = 3
    OF_ID_PART = 4
    OF_ROLE = 5
    OF_ITEM = 6
    OF_TEXT = 7
    OF_NOTHING = 8
    NOT_THERE = -1
    MARK_BITS = 32
    MAX_TOKEN = 200  # characters of names and texts that are read
    MAX_INNER_TOKENS = 8
    ASCII_END = 0x80

cdef struct Seat:
    uint32_t mark  # of the token that sits here
    uint32_t number  # its number and one, 0 for a free seat

cdef struct Weighed:
    float weights[4]
    uint32_t start  # in the table's text
    uint32_t size
    int kind

cdef struct Lookup:
    # A token that is looked up.
    uint64_t hash
    Py_ssize_t number  # the token's, NOT_THERE where it has none
    uint32_t start  # of its characters
    uint32_t size
    int kind

cdef enum:  # of a tag; above these bits, the number of its token and one
    IS_QUIET = 1
    IS_PLAIN = 2
    TAG_BITS = 2
    MAX_ELEMENTS = 0x7FFFFFFF
    TOGETHER = 4096  # tokens that are looked up at once

cdef struct ElementWeights:
    Py_ssize_t same_as  # an element with the same tag and names
    Py_ssize_t flags
    Py_ssize_t start  # of its tokens that weigh for what stands below; until they are weighed, of all its tokens
    Py_ssize_t count
    double own
    double parent
    double grandparent

cdef Py_ssize_t MAX_NAME_SIZE = MAX_NAME, SHORTEST_LONG = SHORT_TEXT + 1, MAX_WORDS = MANY_WORDS

cdef Py_ssize_t MAX_PIECES = _MAX_PIECES, MAX_RAW = _MAX_RAW, MAX_LINE = MAX_TEXT
cdef Py_ssize_t MAX_INNER_CHARACTERS = _MAX_INNER_CHARACTERS

cdef int64_t UNREAD = _UNREAD

if max(MAX_NAME, SHORT_TEXT, MAX_TEXT) > MAX_TOKEN or _MAX_INNER_TOKENS != MAX_INNER_TOKENS:
    raise ImportError("the buffers are of another size")


cdef class Tokens
cdef class Lookups
cdef class TokenSet
cdef class Scratch


cdef class Lexicon:
    """Weights of tokens; the twin of `methods.crf_features.Lexicon`, made from one."""

    cdef Tokens elements, texts
    cdef Scratch scratch
    cdef dict tags
    cdef double bias
    cdef object weigh_text

    def __init__(self, dict levels, double bias, weigh_text):
        """``levels`` are weights by token by level; ``weigh_text`` weighs a text that is not of ASCII."""
        *of_elements, of_texts = levels.values()
        tokens = list(dict.fromkeys([token for level in of_elements for token in level]))
        self.elements = Tokens(tokens, of_elements, False)
        self.texts = Tokens(list(of_texts), [of_texts], True)
        numbers = {token[2:]: number for number, token in enumerate(tokens) if token.startswith("t:")}
        self.tags = {
            tag: (tag in QUIET) * IS_QUIET
            | (tag in PLAIN) * IS_PLAIN
            | (numbers.get(tag, NOT_THERE) + 1) << TAG_BITS
            for tag in numbers.keys() | QUIET | PLAIN
        }
        self.bias, self.weigh_text = bias, weigh_text

    def read(self, page, Measures measures not None, rows):
        """Fill ``rows`` (3 x m, float64) with what `methods.crf_features.Lexicon.read` returns, turned round."""
        cdef const Measured* page_of = &measures.arrays
        cdef Scratch scratch = self.scratch
        cdef View view = View(rows, sizeof(double), 3 * page_of.m)
        if len(page.tags) != page_of.n or len(page.texts) != page_of.m:
            raise ValueError("measures of another page")
        if page_of.n > <Py_ssize_t>MAX_ELEMENTS:
            raise ValueError("too many elements")
        self.scratch = None  # another thread gets its own
        if scratch is None:
            scratch = Scratch(self.elements, self.texts)
        self.read_elements(scratch, page.tags, measures.attributes, page_of, view.doubles())
        self.weigh_texts(scratch, page.texts, page_of.texts, view.doubles() + 2 * page_of.m)
        self.scratch = scratch

    cdef int read_elements(
        self, Scratch scratch, list tags, Attributes attributes, const Measured* page_of, double* rows
    ) except -1:
        cdef Py_ssize_t n = page_of.n, m = page_of.m, index, place, owner, parent, token
        cdef const Py_ssize_t* parents = page_of.parents
        cdef const Py_ssize_t* ends = page_of.ends
        cdef const Py_ssize_t* owners = page_of.owners
        cdef Room around = elements_around(owners, m, parents, n)
        cdef Room all_weights = Room(n, sizeof(ElementWeights)), above = Room(n, sizeof(double))
        cdef const Py_ssize_t* is_around = around.sizes()
        cdef uint32_t* open_until = scratch.open_until
        cdef ElementWeights* elements = <ElementWeights*>all_weights.memory
        cdef double* total = above.doubles()
        self.weigh_elements(scratch, tags, attributes, is_around, n, elements)
        # Elements come in document order, so that what is open is above.
        for index in range(n):
            if is_around[index]:
                total[index] = total[parents[index]] if index else 0
                for place in range(elements[index].start, elements[index].start + elements[index].count):
                    token = scratch.below[place]
                    if open_until[token] <= <size_t>index:
                        open_until[token] = <uint32_t>ends[index]
                        total[index] += self.elements.entries[token].weights[0]
        for place in range(scratch.filled):
            open_until[scratch.below[place]] = 0
        for index in range(m):
            owner = owners[index]
            rows[index] = total[owner] + self.bias
            rows[m + index] = elements[owner].own
            if owner:
                parent = parents[owner]
                rows[m + index] += elements[parent].parent
                if parent:
                    rows[m + index] += elements[parents[parent]].grandparent
        return 0

    cdef int weigh_elements(
        self,
        Scratch scratch,
        list tags,
        Attributes attributes,
        const Py_ssize_t* around,
        Py_ssize_t n,
        ElementWeights* elements,
    ) except -1:
        """Weigh the elements that text stands in; those that share their names once."""
        cdef Py_ssize_t size = table_size(n), index, seat, other, names, first = 0
        cdef Room room = Room(size, sizeof(Py_ssize_t))
        cdef Py_ssize_t* seats = room.sizes()  # numbers of elements and one
        cdef PyObject* tag
        scratch.filled = 0
        scratch.of_names.clear()
        for index in range(n):
            elements[index].same_as = index
            if not around[index]:
                continue
            tag, names = list_item(tags, index), names_of(attributes, index)
            seat = <Py_ssize_t>mixed(<uint64_t><size_t>tag * 31 + <uint64_t>names) & (size - 1)
            while True:
                other = seats[seat] - 1
                if other < 0:
                    seats[seat] = index + 1
                    self.add_tokens(
                        scratch.of_names,
                        <str?><object>tag,
                        &attributes.owned[attributes.numbers[index]].names,
                        &elements[index],
                    )
                    break
                if names_of(attributes, other) == names and list_item(tags, other) == tag:
                    elements[index].same_as = other
                    break
                seat = (seat + 1) & (size - 1)
            if scratch.of_names.count > TOGETHER:
                self.weigh(scratch, elements, first, index + 1)
                first = index + 1
        self.weigh(scratch, elements, first, n)
        for index in range(n):
            elements[index] = elements[elements[index].same_as]
        return 0

    cdef int add_tokens(self, Lookups lookups, str tag, const ElementNames* names, ElementWeights* element) except -1:
        """Look up the tokens of an element's tag and names."""
        cdef PyObject* known = dict_item(self.tags, tag)
        element.flags = as_size(<object>known) if known != NULL else 0
        element.start = lookups.count
        self.add_attribute_names(lookups, OF_CLASS, &names.own_class)
        self.add_attribute_names(lookups, OF_ID, &names.own_id)
        self.add_value(lookups, OF_ROLE, &names.role)
        self.add_value(lookups, OF_ITEM, &names.item)
        element.count = lookups.count - element.start
        return 0

    cdef int weigh(self, Scratch scratch, ElementWeights* all_weights, Py_ssize_t first, Py_ssize_t last) except -1:
        """Add up what the tokens of each element weigh, each once."""
        cdef TokenSet tokens = scratch.names
        cdef Lookups lookups = scratch.of_names
        cdef Py_ssize_t index, place, own_tag, number
        cdef ElementWeights* element
        cdef Weighed* entry
        lookups.resolve()
        for index in range(first, last):
            element = &all_weights[index]
            if element.same_as != index:
                continue
            own_tag = (element.flags >> TAG_BITS) - 1
            tokens.clear()
            tokens.add(own_tag)
            for place in range(element.start, element.start + element.count):
                tokens.add(lookups.items[place].number)
            element.start = scratch.filled
            for place in range(tokens.count):
                number = tokens.numbers[place]
                entry = &self.elements.entries[number]
                element.own += entry.weights[1]
                element.parent += entry.weights[2]
                element.grandparent += entry.weights[3]
                if entry.weights[0] and not (
                    element.flags & IS_QUIET or (element.flags & IS_PLAIN and number == own_tag)
                ):
                    scratch.add_below(number)
            element.count = scratch.filled - element.start
        lookups.clear()
        return 0

    cdef int add_attribute_names(self, Lookups lookups, int kind, const Value* value) except -1:
        """Look up the names of a class attribute or an id."""
        if is_none(value):
            return 0
        if value.data != NULL and is_ascii(value.data, value.size):
            return add_names(lookups, kind, <const char*>value.data, min(value.size, MAX_NAME_SIZE))
        names = text_of(value)[:MAX_NAME]
        for name in whole_names(names):
            lookups.add_bytes(kind, name.encode("utf-8", "surrogatepass"))
        for name in name_parts(names):
            lookups.add_bytes(kind + 1, name.encode("utf-8", "surrogatepass"))
        return 0

    cdef int add_value(self, Lookups lookups, int kind, const Value* value) except -1:
        """Look up the beginning of an attribute's value as one token."""
        if is_none(value):
            return 0
        beginning = text_of(value)[:MAX_VALUE].lower()
        return lookups.add_bytes(kind, beginning.encode("utf-8", "surrogatepass"))

    cdef int weigh_texts(self, Scratch scratch, list texts, const Text* in_bytes, double* weights) except -1:
        """Add up what the words of each short text weigh, each once."""
        cdef Py_ssize_t m = len(texts), index, first = 0
        cdef Lookups lookups = scratch.of_words
        cdef Room room = Room(m + 1, sizeof(Py_ssize_t))
        cdef Py_ssize_t* starts = room.sizes()
        lookups.clear()
        for index in range(m):
            starts[index] = lookups.count
            weights[index] = self.add_text(lookups, <str?><object>list_item(texts, index), &in_bytes[index])
            starts[index + 1] = lookups.count
            if lookups.count > TOGETHER or index + 1 == m:
                lookups.resolve()
                self.weigh_words(scratch, starts, first, index + 1, weights)
                lookups.clear()
                first = index + 1
        return 0

    cdef double add_text(self, Lookups lookups, str text, const Text* in_bytes) except? -1:
        """Look up the words of a short text; return the weight of one whose digits are of other scripts."""
        cdef Bytes at = in_bytes.data
        cdef Py_ssize_t size
        cdef uint32_t code
        if in_bytes.length >= SHORTEST_LONG:
            return 0
        if in_bytes.size == in_bytes.length:
            add_words(lookups, at, in_bytes.size)
            return 0
        while at < in_bytes.data + in_bytes.size:
            at = next_code(at, &code)
            if 0x660 <= code < 0x2000 or code >= 0xA620:
                return self.weigh_text(text)
        small = text.lower()
        data = <Bytes>utf8_of(small, &size)
        add_words(lookups, data, size)
        return 0

    cdef int weigh_words(
        self, Scratch scratch, const Py_ssize_t* starts, Py_ssize_t first, Py_ssize_t last, double* weights
    ) except -1:
        cdef TokenSet tokens = scratch.words
        cdef Py_ssize_t index, place
        for index in range(first, last):
            tokens.clear()
            for place in range(starts[index], starts[index + 1]):
                tokens.add(scratch.of_words.items[place].number)
            for place in range(tokens.count):
                weights[index] += self.texts.entries[tokens.numbers[place]].weights[0]
        return 0


cdef Py_ssize_t names_of(Attributes attributes, Py_ssize_t element) noexcept:
    """Return a number that only elements with the same names have: one for a class alone, or for all attributes."""
    cdef Py_ssize_t number = attributes.numbers[element]
    cdef const ElementNames* names = &attributes.owned[number].names
    return names.look if is_none(&names.own_id) and is_none(&names.role) and is_none(&names.item) else -2 - number


cdef bint is_none(const Value* value) noexcept:
    return value.data == NULL and value.text == NULL


# --- Memory for one page at a time.


cdef class Scratch:
    """What reading a page needs of memory as large as the lexicon; one page at a time."""

    cdef TokenSet names, words
    cdef Lookups of_names, of_words
    cdef uint32_t* open_until  # by token: its outermost open element ends there
    cdef Py_ssize_t* below
    cdef Py_ssize_t filled, room

    def __cinit__(self, Tokens elements, Tokens texts):
        self.names, self.words = TokenSet(elements.count), TokenSet(texts.count)
        self.of_names, self.of_words = Lookups(elements), Lookups(texts)
        self.open_until = <uint32_t*>PyMem_Calloc(elements.count + 1, sizeof(uint32_t))
        if self.open_until == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.below)
        PyMem_Free(self.open_until)

    cdef int add_below(self, Py_ssize_t number) except -1:
        self.below = <Py_ssize_t*>with_room(self.below, &self.room, self.filled, sizeof(Py_ssize_t))
        self.below[self.filled] = number
        self.filled += 1
        return 0


# --- Tokens and their weights in a hash table.

cdef extern from *:
    """
    /* Return a hash whose lowest and highest bits depend on all bytes. For tables that no page has a say in: it is easy
       to find texts of the same hash. */
    static uint64_t hash_of_bytes(int kind, const char *data, Py_ssize_t size) {
        uint64_t hash = 0x9E3779B97F4A7C15u * (uint64_t)(size + 1) ^ (uint64_t)kind << 56, part;
        uint32_t first, last;
        for (; size > 8; data += 8, size -= 8) {
            memcpy(&part, data, 8);
            hash = (hash ^ part) * 0xBF58476D1CE4E5B9u;
            hash ^= hash >> 32;
        }
        part = 0;
        if (size >= 4) {
            memcpy(&first, data, 4);
            memcpy(&last, data + size - 4, 4);
            part = (uint64_t)first << 32 | last;
        } else if (size) {
            part = (uint64_t)(unsigned char)data[0] << 16 | (uint64_t)(unsigned char)data[size / 2] << 8
                | (unsigned char)data[size - 1];
        }
        hash = (hash ^ part) * 0x94D049BB133111EBu;
        hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u;
        return hash ^ hash >> 32;
    }
    """
    uint64_t hash_of_bytes(int kind, const char* data, Py_ssize_t size) noexcept


cdef class Tokens:
    """A table of tokens; each has a number, and up to four weights (numbers of 16 bits)."""

    cdef Weighed* entries
    cdef Seat* seats
    cdef Py_ssize_t count, size
    cdef bytes text
    cdef const char* data

    def __cinit__(self, list tokens, list levels, bint of_text):
        """``levels`` are mappings from tokens to weights; tokens of elements have a prefix, those of texts none."""
        cdef Py_ssize_t number, place, start = 0
        cdef uint64_t hash
        cdef Weighed* entry
        cdef list encoded = [token.encode("utf-8", "surrogatepass") for token in tokens]
        self.text = b"".join(encoded)
        self.data = self.text
        self.count = len(tokens)
        self.size = table_size(self.count)
        self.entries = <Weighed*>PyMem_Calloc(self.count + 1, sizeof(Weighed))
        self.seats = <Seat*>PyMem_Calloc(self.size, sizeof(Seat))
        if self.entries == NULL or self.seats == NULL:
            raise MemoryError
        for number in range(self.count):
            entry = &self.entries[number]
            entry.start, entry.size, entry.kind = start, len(<bytes>encoded[number]), OF_TEXT
            start += entry.size
            if not of_text:
                take_prefix(entry, self.data)
            for place in range(len(levels)):
                entry.weights[place] = (<dict>levels[place]).get(tokens[number], 0.0)
            hash = hash_of_bytes(entry.kind, self.data + entry.start, entry.size)
            while self.seats[hash & (self.size - 1)].number:
                hash = next_seat(hash)
            self.seats[hash & (self.size - 1)] = Seat(<uint32_t>(hash >> MARK_BITS), <uint32_t>(number + 1))

    def __dealloc__(self):
        PyMem_Free(self.entries)
        PyMem_Free(self.seats)

    cdef void resolve(self, Lookup* lookups, const char* characters, Py_ssize_t count) noexcept:
        """Find the numbers of tokens: in rounds, so that the memory of all is on its way at once."""
        cdef Py_ssize_t index
        cdef Lookup* lookup
        cdef Seat* seat
        for index in range(count):
            lookup = &lookups[index]
            seat = &self.seats[lookup.hash & (self.size - 1)]
            while seat.number and seat.mark != <uint32_t>(lookup.hash >> MARK_BITS):
                lookup.hash = next_seat(lookup.hash)
                seat = &self.seats[lookup.hash & (self.size - 1)]
            lookup.number = <Py_ssize_t>seat.number - 1
            if seat.number:
                prefetch(&self.entries[lookup.number])
        for index in range(count):
            if lookups[index].number != NOT_THERE:
                prefetch(self.data + self.entries[lookups[index].number].start)
        for index in range(count):
            lookup = &lookups[index]
            while lookup.number != NOT_THERE and not self.is_token(lookup, characters + lookup.start):
                lookup.hash = next_seat(lookup.hash)
                lookup.number = <Py_ssize_t>self.seats[lookup.hash & (self.size - 1)].number - 1

    cdef bint is_token(self, const Lookup* lookup, const char* characters) noexcept:
        cdef Weighed* entry = &self.entries[lookup.number]
        return (
            entry.size == lookup.size
            and entry.kind == lookup.kind
            and not memcmp(self.data + entry.start, characters, lookup.size)
        )


cdef void take_prefix(Weighed* entry, const char* data) noexcept:
    """Set the kind of an element's token by its prefix, and take that off."""
    cdef const char* prefix = data + entry.start
    cdef int size = 0
    entry.kind = OF_NOTHING
    if entry.size >= 2 and prefix[1] == c":":
        size = 2
        if prefix[0] == c"t":
            entry.kind = OF_TAG
        elif prefix[0] == c"c":
            entry.kind = OF_CLASS
        elif prefix[0] == c"w":
            entry.kind = OF_CLASS_PART
        elif prefix[0] == c"r":
            entry.kind = OF_ROLE
        elif prefix[0] == c"p":
            entry.kind = OF_ITEM
    elif entry.size >= 3 and prefix[0] == c"i" and prefix[2] == c":":
        size = 3
        if prefix[1] == c"c":
            entry.kind = OF_ID
        elif prefix[1] == c"w":
            entry.kind = OF_ID_PART
    entry.start += size
    entry.size -= size


cdef uint64_t next_seat(uint64_t hash) noexcept:
    """Return a hash with the same mark, for the next seat."""
    return (hash & 0xFFFFFFFF00000000ULL) | <uint32_t>(hash + 1)


# --- Tokens that are looked up together, and what was found.


cdef class Lookups:
    """Tokens that are looked up together."""

    cdef Tokens tokens
    cdef Lookup* items
    cdef char* characters
    cdef Py_ssize_t count, room, filled, character_room

    def __cinit__(self, Tokens tokens):
        self.tokens = tokens

    def __dealloc__(self):
        PyMem_Free(self.items)
        PyMem_Free(self.characters)

    cdef char* space(self, Py_ssize_t size) except NULL:
        """Return room for the characters of the next token."""
        cdef char* characters
        if self.characters == NULL or self.filled + size > self.character_room:
            characters = <char*>PyMem_Realloc(self.characters, 2 * (self.filled + size) + 1)
            if characters == NULL:
                raise MemoryError
            self.characters, self.character_room = characters, 2 * (self.filled + size)
        return self.characters + self.filled

    cdef int add(self, int kind, Py_ssize_t offset, Py_ssize_t size) except -1:
        """Add a token whose characters stand at an offset in the room that `space` has given."""
        cdef Lookup* lookup
        self.items = <Lookup*>with_room(self.items, &self.room, self.count, sizeof(Lookup))
        lookup = &self.items[self.count]
        lookup.start, lookup.size, lookup.kind = self.filled + offset, size, kind
        lookup.hash = hash_of_bytes(kind, self.characters + lookup.start, size)
        prefetch(&self.tokens.seats[lookup.hash & (self.tokens.size - 1)])
        self.count += 1
        self.filled = lookup.start + size
        return 0

    cdef int add_bytes(self, int kind, bytes token) except -1:
        cdef const char* data = token
        memcpy(self.space(len(token)), data, len(token))
        return self.add(kind, 0, len(token))

    cdef void resolve(self) noexcept:
        self.tokens.resolve(self.items, self.characters, self.count)

    cdef void clear(self) noexcept:
        self.count = self.filled = 0


cdef class TokenSet:
    """Numbers of tokens, each once, until `clear`."""

    cdef Py_ssize_t* numbers
    cdef uint32_t* stamps  # by token: the last round in which it was added
    cdef Py_ssize_t count, room, tokens
    cdef uint32_t round

    def __cinit__(self, Py_ssize_t tokens):
        self.tokens = tokens
        self.stamps = <uint32_t*>PyMem_Calloc(tokens + 1, sizeof(uint32_t))
        if self.stamps == NULL:
            raise MemoryError
        self.round = 1

    def __dealloc__(self):
        PyMem_Free(self.stamps)
        PyMem_Free(self.numbers)

    cdef void clear(self) noexcept:
        self.count = 0
        self.round += 1
        if not self.round:
            memset(self.stamps, 0, self.tokens * sizeof(uint32_t))
            self.round = 1

    cdef int add(self, Py_ssize_t number) except -1:
        if number == NOT_THERE or self.stamps[number] == self.round:
            return 0
        self.numbers = <Py_ssize_t*>with_room(self.numbers, &self.room, self.count, sizeof(Py_ssize_t))
        self.stamps[number] = self.round
        self.numbers[self.count] = number
        self.count += 1
        return 0


# --- The names of an element, and the words of a text.

cdef str text_of(const Value* value):
    """Return an attribute's value, which is there."""
    return <str><object>value.text if value.text != NULL else decoded(<const char*>value.data, value.size, NULL)


cdef bint is_upper(char code) noexcept:
    return c"A" <= code <= c"Z"


cdef bint is_lower(char code) noexcept:
    return c"a" <= code <= c"z"


cdef char lowered(char code) noexcept:
    return code + 32 if is_upper(code) else code


cdef int add_names(Lookups lookups, int kind, const char* data, Py_ssize_t size) except -1:
    """Look up the names of a class attribute or an id: ``kind`` for whole names, the next kind for their parts."""
    cdef char* name
    cdef Py_ssize_t index = 0, filled
    while index < size:
        name, filled = lookups.space(size), 0
        while index < size and not is_blank(<unsigned char>data[index]):
            filled = put(name, filled, data[index], index and is_digit(data[index - 1]))
            index += 1
        if filled:
            lookups.add(kind, 0, filled)
        index += 1
    return add_parts(lookups, kind + 1, data, size)


cdef Py_ssize_t put(char* token, Py_ssize_t filled, char code, bint after_digit) noexcept:
    """Put a character at the end of a token, lower-cased, digits made 0; return the token's size."""
    if not is_digit(code):
        token[filled] = lowered(code)
    elif after_digit:
        return filled
    else:
        token[filled] = c"0"
    return filled + 1


cdef bint is_digit(char code) noexcept:
    return c"0" <= code <= c"9"


cdef int add_parts(Lookups lookups, int kind, const char* data, Py_ssize_t size) except -1:
    """Look up the words in names."""
    cdef char* part
    cdef Py_ssize_t index = 0, end, place
    while index < size:
        end = part_end(data, index, size, True)
        if end > index:
            part = lookups.space(end - index)
            for place in range(index, end):
                part[place - index] = lowered(data[place])
            lookups.add(kind, 0, end - index)
        index = max(end, index + 1)
    return 0


cdef Py_ssize_t part_end(const char* data, Py_ssize_t start, Py_ssize_t size, bint cased) noexcept:
    """Return where the word that begins at a place ends: small letters with a capital before, or capitals.

    ``cased``: the last of several capitals belongs to the small letters behind it. Where no word begins, it is the place.
    """
    cdef Py_ssize_t end = start
    while end < size and is_upper(data[end]):
        end += 1
    if end > start + 1:
        return end - (cased and end < size and is_lower(data[end]))
    while end < size and is_lower(data[end]):
        end += 1
    return end


cdef Py_ssize_t around_at(const char* at, Py_ssize_t size) except -1:
    """Return the bytes of the character that begins here, if it is one that is taken off words, otherwise 0."""
    if <unsigned char>at[0] < 0x80:
        return IS_AROUND[<int>at[0]]
    for character in TAKEN_OFF:
        if len(<bytes>character) <= size and not memcmp(at, <const char*><bytes>character, len(<bytes>character)):
            return len(<bytes>character)
    return 0


cdef int add_word(Lookups lookups, const char* word, Py_ssize_t size) except -1:
    """Look up a word that `space` has room for, without what stands around it."""
    cdef Py_ssize_t start = 0, last, step
    while start < size:
        step = around_at(word + start, size - start)
        if not step:
            break
        start += step
    while start < size:
        last = size - 1
        while last > start and <unsigned char>word[last] & 0xC0 == 0x80:
            last -= 1
        if not around_at(word + last, size - last):
            break
        size = last
    return lookups.add(OF_TEXT, start, size - start) if start < size else 0


cdef int add_words(Lookups lookups, Bytes text, Py_ssize_t size) except -1:
    """Look up the words of a short text in UTF-8, unless they are too many; its letters beyond ASCII are small."""
    cdef Bytes end = text + size
    cdef Bytes after
    cdef Py_ssize_t words = 0, filled, before = lookups.count
    cdef uint32_t code = 0
    cdef bint after_digit
    cdef char* word
    while text < end:
        word, filled, after_digit = lookups.space(size), 0, False
        while text < end:
            after = next_code(text, &code)
            if is_blank(code):
                text = after
                break
            if code < 0x80:
                filled = put(word, filled, <char>code, after_digit)
                after_digit = is_digit(<char>code)
                text = after
                continue
            after_digit = False
            while text < after:
                word[filled] = <char>text[0]
                filled += 1
                text += 1
        words += filled > 0
        if words > MAX_WORDS:
            lookups.count = before
            return 0
        if filled:
            add_word(lookups, word, filled)
    return 0


cdef list TAKEN_OFF = [character.encode() for character in AROUND_WORDS]
cdef bint IS_AROUND[128]
for _character in AROUND_WORDS:
    if _character.isascii():
        IS_AROUND[<int>ord(_character)] = True


cdef extern from "Python.h":
    const char* utf8_or_null "PyUnicode_AsUTF8AndSize"(str, Py_ssize_t* size) noexcept
    void forget_error "PyErr_Clear"() noexcept


cdef const char* utf_8_of(str text, Py_ssize_t* size) noexcept:
    """Return a text in UTF-8, NULL for one that cannot be."""
    cdef const char* data = utf8_or_null(text, size)
    if data == NULL:
        forget_error()
    return data


# --- Bits of names and texts.

cdef int64_t NO_BITS[4]  # zeros


cdef enum:
    SIEVE = 0x1FFF


cdef class Bits:
    """Up to four numbers of 64 bits by word."""

    cdef Tokens words
    cdef Room numbers
    cdef Py_ssize_t longest
    cdef unsigned char sieve[SIEVE + 1]  # most that is no word is known by it, without a look at the table

    def __init__(self, dict numbers):
        cdef Py_ssize_t number, place
        cdef uint64_t hash
        cdef bytes encoded
        self.words = Tokens(list(numbers), [], True)
        self.numbers = Room(4 * len(numbers), sizeof(int64_t))
        self.longest = max([len(word.encode()) for word in numbers])
        for number, (word, own) in enumerate(numbers.items()):
            encoded = word.encode()
            hash = hash_of_bytes(OF_TEXT, encoded, len(encoded))
            self.sieve[hash >> 3 & SIEVE] |= 1 << (hash & 7)
            for place in range(len(own)):
                (<int64_t*>self.numbers.memory)[4 * number + place] = own[place]

    cdef const int64_t* of(self, const char* word, Py_ssize_t size) noexcept:
        """Return the numbers of a word: zeros if it has none."""
        cdef Lookup lookup
        if size <= self.longest:
            lookup.hash = hash_of_bytes(OF_TEXT, word, size)
            if self.sieve[lookup.hash >> 3 & SIEVE] >> (lookup.hash & 7) & 1:
                lookup.start, lookup.size, lookup.kind = 0, size, OF_TEXT
                self.words.resolve(&lookup, word, 1)
                if lookup.number != NOT_THERE:
                    return <const int64_t*>self.numbers.memory + 4 * lookup.number
        return &NO_BITS[0]


cdef enum:  # the numbers of a word of names
    JOINED = 0
    GROUPS = 1
    BEGINNING_BITS = 12


cdef enum:
    MOST_KNOWN = 1 << 16  # names


cdef class Names:
    """Reads class names and ids of ASCII, as words/class_names.py does."""

    cdef Bits words
    cdef dict known  # bits by the names of earlier pages
    cdef list inside
    cdef char beginnings[1 << BEGINNING_BITS]  # whether one of ``inside`` may begin with three letters
    cdef int64_t navigation, kept

    def __init__(self):
        vocabulary = class_names
        joined, groups, self.known = vocabulary.JOINED, vocabulary.page_type_bits(), {}
        self.words = Bits({word: (joined.get(word, 0), groups.get(word, 0)) for word in joined.keys() | groups.keys()})
        self.inside = [(word.encode(), bits) for word, bits in vocabulary.INSIDE]
        for word, _ in self.inside:
            self.beginnings[beginning(word[0] << 16 | word[1] << 8 | word[2])] = True
        self.navigation = (1 << vocabulary.FIRST_GROUP) - 1
        self.kept = ~self.navigation | vocabulary.MARKS

    def read(self, names):
        """Return the bits of names, `UNREAD` for those that are left to Python."""
        cdef list found = []
        cdef PyObject* bits
        for name in names:
            bits = dict_item(self.known, name)
            if bits == NULL:
                found.append(self.bits_of(name, self.kept))
                if len(self.known) >= MOST_KNOWN:
                    self.known.clear()
                if len(<str>name) <= MAX_NAME:
                    self.known[name] = found[len(found) - 1]
            else:
                found.append(<object>bits)
        return found

    def meanings(self, str names not None):
        """Return the bits of navigation of names, `UNREAD` for those that are left to Python."""
        return self.bits_of(names, self.navigation)

    cdef int64_t bits_of(self, str name, int64_t kept) except? -2:
        cdef char small[MAX_TOKEN + 1]
        cdef Py_ssize_t size, index
        cdef const char* data = utf_8_of(name, &size)
        cdef bint capitals = False, inside = False, others = False
        cdef uint32_t letters = 0
        cdef int64_t found
        if data != NULL and size > MAX_NAME_SIZE:
            name = name[:MAX_NAME]
            data = utf_8_of(name, &size)
        if data == NULL or size > MAX_TOKEN:
            return UNREAD
        for index in range(size):
            others |= <signed char>data[index] < c" " and not is_blank(<unsigned char>data[index])
            capitals |= is_upper(data[index])
            small[index] = lowered(data[index])
        if others:
            return UNREAD
        for index in range(size):
            letters = letters << 8 | <unsigned char>small[index]
            inside |= self.beginnings[beginning(letters)]
        small[size] = 0
        found = 0
        for word, bits in self.inside if inside else ():
            if strstr(small, <const char*><bytes>word) != NULL:
                found |= <int64_t>bits
        found |= self.joined(data, small, size, not capitals)
        return (found | self.grouped(data, small, size) if capitals else found) & kept

    cdef int64_t joined(self, const char* data, const char* small, Py_ssize_t size, bint groups) noexcept:
        """Return the bits of words and of up to three neighbouring ones of one name, joined; with the words' groups."""
        cdef char letters[MAX_TOKEN]
        cdef Py_ssize_t index = 0, end, filled = 0, start, before = 0, second_before = 0
        cdef const int64_t* own
        cdef int64_t found = 0
        while index < size:
            end = part_end(data, index, size, False)
            if end > index:
                start = filled
                memcpy(letters + start, small + index, end - index)
                filled += end - index
                own = self.words.of(letters + start, filled - start)
                found |= own[JOINED] | (own[GROUPS] if groups else 0)
                if before < start:
                    found |= self.words.of(letters + before, filled - before)[JOINED]
                if second_before < before:
                    found |= self.words.of(letters + second_before, filled - second_before)[JOINED]
                second_before, before = before, start
            elif <unsigned char>data[index] <= c" " or is_digit(data[index]):
                second_before = before = filled  # no word has a digit
            index = max(end, index + 1)
        return found

    cdef int64_t grouped(self, const char* data, const char* small, Py_ssize_t size) noexcept:
        """Return the groups of words that are cut at changes of case."""
        cdef Py_ssize_t index = 0, end
        cdef int64_t found = 0
        while index < size:
            end = part_end(data, index, size, True)
            if end > index:
                found |= self.words.of(small + index, end - index)[GROUPS]
            index = max(end, index + 1)
        return found


cdef uint32_t beginning(uint32_t letters) noexcept:
    """Return the place in a table of the last three of some letters."""
    return ((letters & 0xFFFFFF) * <uint32_t>0x9E3779B1) >> (32 - BEGINNING_BITS)


cdef enum:  # where a run of words stands: flags, and by them the numbers of a phrase
    AT_START = 1
    AT_END = 2


cdef enum:  # what a character counts as: its letter in lower case, and flags above
    LETTER = 1 << 24
    NUMBER = 1 << 25
    SIGN = 1 << 26  # parts words
    LEFT = 1 << 27  # to Python: what it becomes depends on others, or is several characters
    IS_ALPHA = 1 << 28  # as it stands
    IS_ALNUM = 1 << 29
    FIRST_WIDE = 0x10000  # no letters from here on, but signs
    CHARACTERS = 0x20000  # that are known, all others are left
    UNSPACED = 0x2E80  # from here on, scripts need no blanks
    WIDEST = 4  # bytes of a character


cdef uint32_t counted_as(uint32_t code) except 0:
    """Return what a character of a text counts as, once that is in form NFKC and in lower case."""
    cdef str character = chr(code), normal = normalize("NFKC", character), small = lowered_text(character)
    cdef uint32_t found = IS_ALPHA * character.isalpha() | IS_ALNUM * character.isalnum()
    if any([category(each)[0] == "M" or "\u1100" <= each <= "\u11ff" for each in normal]):
        return found | LEFT
    if not any(map(str.isalnum, small)):
        return found | SIGN
    if len(small) > 1 or ord(small) >= FIRST_WIDE or (small.isdigit() and not small.isdecimal()):
        return found | LEFT
    return found | NUMBER if small.isdecimal() else found | LETTER | <uint32_t>ord(small)


cdef Py_ssize_t put_letter(char* at, uint32_t code) noexcept:
    """Write a character in UTF-8; return its bytes."""
    if code < 0x80:
        at[0] = <char>code
        return 1
    if code < 0x800:
        at[0], at[1] = <char>(0xC0 | code >> 6), <char>(0x80 | (code & 0x3F))
        return 2
    at[0], at[1], at[2] = <char>(0xE0 | code >> 12), <char>(0x80 | (code >> 6 & 0x3F)), <char>(0x80 | (code & 0x3F))
    return 3


cdef struct Words:
    # A text's words in lower case, and its numbers, as "#", parted by blanks.
    char text[WIDEST * (MAX_TOKEN + 1)]
    Py_ssize_t starts[MAX_INNER_TOKENS + 1]
    Py_ssize_t count
    Py_ssize_t size
    bint is_odd
    bint is_unspaced


cdef class Phrases:
    """Reads short texts; made from `words.phrases.Phrases`."""

    cdef Bits runs
    cdef Bits longest  # by its first word, the words and numbers of a phrase that may stand among others
    cdef Bits unspaced, unspaced_longest  # by its first character, the characters of a phrase
    cdef Room characters  # by code: what it counts as, 0 until it is met

    def __init__(self, phrases):
        numbers, longest = {text: [0, 0, 0, bits] for text, bits in phrases.exact.items()}, {}
        for phrase in phrases.spaced:
            add_by_place(numbers.setdefault(" ".join(phrase.tokens), [0, 0, 0, 0]), phrase)
            first = phrase.tokens[0]
            longest[first] = [max(len(phrase.tokens), *longest.get(first, [0]))]
        self.runs, self.longest = Bits(numbers), Bits(longest)
        if max(longest.values()) > [MAX_INNER_TOKENS]:
            raise ValueError("a phrase is too long to stand among other words")
        numbers, longest = {text: [IS_PHRASE] * 4 for text in phrases.unspaced}, {}
        for text, known in phrases.unspaced.items():
            longest[text[0]] = [max(len(text), *longest.get(text[0], [0]))]
            for phrase in known:
                add_by_place(numbers[text], phrase)
        self.unspaced, self.unspaced_longest = Bits(numbers), Bits(longest)
        self.characters = Room(CHARACTERS, sizeof(uint32_t))

    def read(self, texts):
        """Return the bits of texts, `UNREAD` for those that are left to Python."""
        cdef Py_ssize_t size
        cdef const char* data
        cdef list found = []
        for text in texts:
            data = utf_8_of(text, &size)
            found.append(UNREAD if data == NULL else self.bits_of(data, size))
        return found

    def lines(self, list pieces not None, list starts not None, list ends not None, list elements not None):
        """Return elements' texts on one line, and their bits, as `words.phrases.Phrases.lines` does."""
        cdef char line[WIDEST * MAX_TOKEN]
        cdef Py_ssize_t start, end, size
        cdef list texts = [], found = []
        for element in elements:
            start, end = as_size(starts[element]), as_size(ends[element])
            end = min(end, start + MAX_PIECES)
            size = put_line(pieces, start, end, line)
            texts.append(line_of(pieces[start:end]) if size == NOT_THERE else on_one_line(pieces, start, end, line, size))
            found.append(self.bits_of(line, size) if size != NOT_THERE else UNREAD)
        return texts, found

    cdef int64_t bits_of(self, const char* data, Py_ssize_t size) except? -2:
        """Return the bits of a text, `UNREAD` for one that is left to Python."""
        cdef Words words
        cdef Py_ssize_t first, last, end, most
        cdef int64_t found
        if not self.part(<Bytes>data, size, &words):
            return UNREAD
        found = self.runs.of(words.text, words.size)[AT_START | AT_END]
        if words.is_odd:
            found |= ODD_BIT
        if words.is_unspaced:
            found |= self.unspaced_bits(&words)
        for first in range(words.count if words.count <= MAX_INNER_TOKENS else 1):
            end = end_of(&words, first)
            most = self.longest.of(words.text + words.starts[first], end - words.starts[first])[0]
            for last in range(first, min(first + most, words.count)):
                end = end_of(&words, last)
                found |= self.runs.of(words.text + words.starts[first], end - words.starts[first])[
                    AT_START * (first == 0) | AT_END * (last + 1 == words.count)
                ]
        return found

    cdef bint part(self, Bytes at, Py_ssize_t size, Words* words) except -1:
        """Part a text into words; return False for one that is left to Python."""
        cdef uint32_t* known = <uint32_t*>self.characters.memory
        cdef Bytes end = at + size
        cdef uint32_t code = 0, own = 0, before = SIGN
        cdef Py_ssize_t length = 0
        words.count = words.size = 0
        words.is_odd = words.is_unspaced = False
        while at < end:
            at = next_code(at, &code)
            if code >= CHARACTERS or length == MAX_TOKEN:
                return False
            own = known[code]
            if not own:
                own = known[code] = counted_as(code)
            if own & LEFT:
                return False
            if not length and not own & IS_ALNUM:
                words.is_odd = True
            words.is_unspaced |= code >= UNSPACED
            length += 1
            if own & LETTER or (own & NUMBER and not before & NUMBER):
                if own & NUMBER or not before & LETTER:
                    if words.size:
                        words.text[words.size] = c" "
                        words.size += 1
                    if words.count <= MAX_INNER_TOKENS:
                        words.starts[words.count] = words.size
                    words.count += 1
                words.size += put_letter(words.text + words.size, own & 0x1FFFFF if own & LETTER else c"#")
            before = own
        words.is_odd |= length and not own & IS_ALPHA
        return True

    cdef int64_t unspaced_bits(self, const Words* words) noexcept:
        """Read a text from its start: the longest phrase at a place counts, and the next one begins behind it."""
        cdef char text[WIDEST * (MAX_TOKEN + 1)]
        cdef Py_ssize_t places[MAX_TOKEN + 1]
        cdef Py_ssize_t index, filled = 0, length = 0, start = 0, last, span
        cdef const int64_t* own
        cdef int64_t found = 0
        for index in range(words.size):
            if words.text[index] != c" ":
                if words.text[index] & 0xC0 != 0x80:
                    places[length] = filled
                    length += 1
                text[filled] = words.text[index]
                filled += 1
        places[length] = filled
        last = length if length <= MAX_INNER_CHARACTERS else 1
        while start < last:
            span = self.unspaced_longest.of(text + places[start], places[start + 1] - places[start])[0]
            span = min(span, length - start)
            while span:
                own = self.unspaced.of(text + places[start], places[start + span] - places[start])
                if own[0]:
                    found |= own[AT_START * (start == 0) | AT_END * (start + span == length)] & ~IS_PHRASE
                    break
                span -= 1
            start += max(span, 1)
        return found


cdef int64_t ODD_BIT = ODD, IS_PHRASE = <int64_t>1 << 62


cdef void add_by_place(list numbers, phrase):
    """Add the bits of a phrase that may stand among other words to those of the places where it may stand."""
    for place in range(4):
        if (phrase.before or place & AT_START) and (phrase.after or place & AT_END):
            numbers[place] |= phrase.bits


cdef Py_ssize_t end_of(const Words* words, Py_ssize_t word) noexcept:
    return words.starts[word + 1] - 1 if word + 1 < words.count else words.size


cdef Py_ssize_t put_line(list pieces, Py_ssize_t start, Py_ssize_t end, char* line) except -2:
    """Put pieces on one line and return its size; `NOT_THERE` for long ones and those that are no UTF-8."""
    cdef Py_ssize_t filled = 0, count = 0, size, raw = 0
    cdef Bytes at, stop, after
    cdef uint32_t code = 0
    cdef bint parted = False  # from what is in the line
    while start < end:
        at = <Bytes>utf_8_of(<str>list_item(pieces, start), &size)
        raw += size + 1
        if at == NULL or raw > MAX_RAW:
            return NOT_THERE
        stop = at + size
        while at < stop and count < MAX_LINE:
            after = next_code(at, &code)
            if is_blank(code):
                parted = True
                at = after
                continue
            if parted and count:
                line[filled] = c" "
                filled += 1
                count += 1
                if count == MAX_LINE:
                    break
            parted = False
            while at < after:
                line[filled] = <char>at[0]
                filled += 1
                at += 1
            count += 1
        parted = True
        start += 1
    return filled


cdef str on_one_line(list pieces, Py_ssize_t start, Py_ssize_t end, const char* line, Py_ssize_t size):
    """Return a line as a text: the piece itself if that is the line."""
    cdef Py_ssize_t own = 0
    cdef str piece
    if end - start == 1:
        piece = <str>list_item(pieces, start)
        if not memcmp(utf8_of(piece, &own), line, min(own, size)) and own == size:
            return piece
    return decoded(line, size, "strict")
