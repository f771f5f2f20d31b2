# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Page -> measures of its elements and text blocks: features/measures.py, in arrays of NumPy.

The arrays come by the buffer protocol. Numbers are added up in the order in which NumPy adds them, so that every result
is the same to the last bit.
"""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.ref cimport Py_INCREF, Py_XDECREF, PyObject
from libc.math cimport rint
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memset

from .python_api cimport (
    as_size, decoded, dict_item, hash_of, length_of, list_item, utf8_of, with_room,
)
from .tape cimport Field, Record, behind, first_field, next_field, value_in
from .utf8 cimport Bytes, is_ascii, is_blank, next_code

from ..features.measures import (
    LINE as _LINE, LONG_TEXT as _LONG_TEXT, PROSE as _PROSE, SENTENCE as _SENTENCE,
    WIDE_CHARACTERS_PER_WORD,
)
from ..words.sentences import BEHIND_ENDS, SENTENCE_ENDS
from ..page import HEADINGS as _HEADINGS, visible
from ..page.flatten import NO_ATTRIBUTES
from ..known_host import MOST_WORDS as _MOST_WORDS, SHARES as _SHARES

cdef dict HEADINGS = _HEADINGS
cdef uint64_t HEADING_BIT = 1ULL << 63
cdef float LONG_TEXT = _LONG_TEXT
cdef double PER_WORD = WIDE_CHARACTERS_PER_WORD
cdef double MOST_WORDS = _MOST_WORDS, SHARES = _SHARES
cdef Py_ssize_t PROSE = _PROSE, SENTENCE = _SENTENCE, LINE = _LINE

cdef enum:
    AN_END = 1
    BEHIND_END = 2
cdef unsigned char[0x10000] ENDINGS  # what a character is at a text's end
memset(ENDINGS, 0, sizeof(ENDINGS))
for _role, _characters in ((AN_END, SENTENCE_ENDS), (BEHIND_END, BEHIND_ENDS)):
    for _character in map(ord, _characters):
        ENDINGS[<Py_ssize_t>_character] = <unsigned char>_role


cdef class View:

    def __cinit__(self, array, Py_ssize_t item, Py_ssize_t count, bint writable=True):
        PyObject_GetBuffer(array, &self.buffer, PyBUF_C_CONTIGUOUS | (PyBUF_WRITABLE if writable else 0))
        if self.buffer.itemsize != item or self.buffer.len != item * count:
            raise ValueError("an array of another size")

    def __dealloc__(self):
        PyBuffer_Release(&self.buffer)

    cdef Py_ssize_t* sizes(self):
        return <Py_ssize_t*>self.buffer.buf

    cdef uint64_t* numbers(self):
        return <uint64_t*>self.buffer.buf

    cdef float* floats(self):
        return <float*>self.buffer.buf

    cdef char* flags(self):
        return <char*>self.buffer.buf

    cdef double* doubles(self):
        return <double*>self.buffer.buf


cdef class Room:

    def __cinit__(self, Py_ssize_t count, Py_ssize_t item):
        self.memory = PyMem_Calloc(max(count, 1), item)
        if self.memory == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.memory)

    cdef Py_ssize_t* sizes(self):
        return <Py_ssize_t*>self.memory

    cdef float* floats(self):
        return <float*>self.memory

    cdef double* doubles(self):
        return <double*>self.memory


cdef class Attributes:

    def __cinit__(self):
        self.add_owned(NULL)  # number 0: none at all
        Py_INCREF(NO_ATTRIBUTES)
        self.owned[0].made = <PyObject*>NO_ATTRIBUTES

    def __dealloc__(self):
        cdef Py_ssize_t number
        for number in range(self.filled):
            Py_XDECREF(self.owned[number].made)
        PyMem_Free(self.owned)
        PyMem_Free(self.numbers)

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        """Return the attributes of an element, or those of a slice as a list."""
        cdef Py_ssize_t element
        if isinstance(index, slice):
            return [self.made(self.numbers[<Py_ssize_t>element]) for element in range(self.count)[index]]
        element = as_size(index)
        if element < 0:
            element += self.count
        if not 0 <= element < self.count:
            raise IndexError(index)
        return self.made(self.numbers[element])

    def __iter__(self):
        return iter(self[:])

    def __eq__(self, other):
        return self[:] == other[:] if isinstance(other, (list, Attributes)) else NotImplemented

    def __reduce__(self):
        return list, (self[:],)

    cdef Py_ssize_t add_owned(self, const Record* start) except -1:
        """Return the number of attributes that no element has yet."""
        cdef Owned* owned
        self.owned = <Owned*>with_room(self.owned, &self.owned_room, self.filled, sizeof(Owned))
        owned = &self.owned[self.filled]
        memset(owned, 0, sizeof(Owned))
        owned.start, owned.names.look = start, NO_LOOK
        self.filled += 1
        return self.filled - 1

    cdef int add(self, Py_ssize_t number) except -1:
        """Take the next element, which has the attributes of a number."""
        self.numbers = <Py_ssize_t*>with_room(self.numbers, &self.room, self.count, sizeof(Py_ssize_t))
        self.numbers[self.count] = number
        self.count += 1
        return 0

    cdef int take(self, list given) except -1:
        """Take the attributes that Python has made of a page's elements."""
        cdef dict known = {}, looks = {}
        cdef Py_ssize_t number
        cdef ElementNames* names
        cdef dict own
        for one in given:
            own = <dict?>one
            found = known.get(id(own))
            if found is None:
                number = self.add_owned(NULL)
                known[id(own)] = number
                Py_INCREF(own)
                self.owned[number].made, names = <PyObject*>own, &self.owned[number].names
                names.own_class, names.own_id = value_of(own, "class"), value_of(own, "id")
                names.role, names.item = value_of(own, "role"), value_of(own, "itemprop")
                if names.own_class.text != NULL and <object>names.own_class.text:
                    names.look = looks.setdefault(<object>names.own_class.text, len(looks))
            else:
                number = found
            self.add(number)
        return 0

    cdef dict made(self, Py_ssize_t number):
        """Return the attributes of this number."""
        cdef const Field* field
        cdef const void* end
        cdef dict own
        if self.owned[number].made == NULL:
            own = {}
            field, end = first_field(self.owned[number].start), behind(self.owned[number].start)
            while field != end:
                own[<object>list_item(self.names, field.name)] = decoded(<const char*>value_in(field), field.size, NULL)
                field = next_field(field)
            if self.owned[number].made == NULL:  # no other thread has been here
                Py_INCREF(own)
                self.owned[number].made = <PyObject*>own
        return <dict><object>self.owned[number].made


cdef Value value_of(dict own, str name) except *:
    """Return an attribute that Python has made."""
    cdef Value value
    memset(&value, 0, sizeof(Value))
    value.text = dict_item(own, name)
    if value.text != NULL:
        try:
            value.data = <Bytes>utf8_of(<str?><object>value.text, &value.size)
        except UnicodeEncodeError:
            pass
    return value


cdef class Measures:

    def __init__(self, page, sizes, shares):
        """Measure a page that has at least one text block.

        ``sizes`` (5 x n + 4 x m, intp): starts, stops, parents, ends, depths; owners, copies. ``shares`` (2 x m +
        3 x (m + 1) + 3 x n, float32): words, linked; sums before; sums inside.
        """
        cdef Py_ssize_t n = len(page.tags), m = len(page.texts), pieces = len(page.pieces)
        if not n or not m:
            raise ValueError("a page without text")
        if isinstance(page.attrs, Attributes):
            self.attributes = page.attrs
        else:
            self.attributes = Attributes()
            self.attributes.take(page.attrs)
        if self.attributes.count != n:
            raise ValueError("a list of another length")
        self.sizes = View(sizes, sizeof(Py_ssize_t), 5 * n + 4 * m)
        self.shares = View(shares, sizeof(float), 5 * m + 3 + 3 * n)
        self.texts = Room(m, sizeof(Text))
        self.joined = "".join(page.texts).encode("utf-8", "surrogatepass")
        self.point(n, m)
        self.fill(page, n, m, pieces)

    def counts(self):
        """Return the numbers of elements and text blocks."""
        return self.arrays.n, self.arrays.m

    def look_up(self, list tags, double fewest, known, known_bits, numbers, words):
        """Write of each text of so many words or more its fingerprint and how many words it has.

        Return known ones' bits, and all the fingerprints as bytes. ``tags`` (n) are the page's, ``known`` (t, rising)
        and ``known_bits`` (t) are fingerprints and their bits; into ``numbers`` (m, uint64) and ``words`` (m, float64)
        nothing is written for other texts.
        """
        cdef Py_ssize_t index, at, m = self.arrays.m, count = len(known)
        cdef View fingerprints = View(known, sizeof(uint64_t), count, False)
        cdef View bits = View(known_bits, sizeof(uint64_t), count, False)
        cdef View found = View(numbers, sizeof(uint64_t), m)
        cdef View counted = View(words, sizeof(double), m)
        cdef uint64_t* own = found.numbers()
        cdef Room room = Room(m, sizeof(uint64_t))
        cdef char* end = <char*>room.memory
        cdef dict stood = {}
        for index in range(m):
            if self.arrays.words[index] >= fewest:
                counted.doubles()[index] = self.arrays.words[index]
                own[index] = fingerprint(self.arrays.texts[index].data, self.arrays.texts[index].size)
                if <object>list_item(tags, self.arrays.owners[index]) in HEADINGS:
                    own[index] ^= HEADING_BIT
                end = put(end, own[index], 8)
                at = place_of(own[index], fingerprints.numbers(), count)
                if at >= 0:
                    stood[index] = bits.numbers()[at]
        return stood, (<char*>room.memory)[: end - <char*>room.memory]

    cdef void point(self, Py_ssize_t n, Py_ssize_t m) noexcept:
        cdef const Py_ssize_t* elements = self.sizes.sizes()
        cdef const Py_ssize_t* blocks = elements + 5 * n
        cdef const float* texts = self.shares.floats()
        cdef const float* before = texts + 2 * m
        cdef const float* inside = before + 3 * (m + 1)
        cdef Measured* all = &self.arrays
        all.n, all.m, all.texts = n, m, <const Text*>self.texts.memory
        all.starts, all.stops, all.parents = elements, elements + n, elements + 2 * n
        all.ends, all.depths = elements + 3 * n, elements + 4 * n
        all.owners, all.times, all.before, all.earlier = blocks, blocks + m, blocks + 2 * m, blocks + 3 * m
        all.words, all.linked = texts, texts + m
        all.words_before, all.long_before, all.linked_before = before, before + m + 1, before + 2 * (m + 1)
        all.words_inside, all.long_inside, all.linked_inside = inside, inside + n, inside + 2 * n

    cdef int fill(self, page, Py_ssize_t n, Py_ssize_t m, Py_ssize_t pieces) except -1:
        cdef Py_ssize_t* elements = self.sizes.sizes()
        cdef Py_ssize_t* blocks = elements + 5 * n
        cdef float* of_texts = self.shares.floats()
        cdef float* sums = of_texts + 2 * m
        cdef float* totals = sums + 3 * (m + 1)
        cdef Text* texts = <Text*>self.texts.memory
        cdef const Py_ssize_t* starts = elements
        cdef const Py_ssize_t* stops = elements + n
        cdef Py_ssize_t row, index
        cdef Room edges = Room(2 * m, sizeof(Py_ssize_t))
        cdef Room linked = Room(m, sizeof(double))
        read_sizes(page.text_starts, edges.sizes(), m, 0, pieces)
        read_sizes(page.text_ends, edges.sizes() + m, m, 0, pieces)
        read_sizes(page.owners, blocks, m, 0, n - 1)
        read_tree(page, elements, n)
        find_ranges(page, elements, n, edges.sizes(), m, pieces)
        find_texts(page.texts, self.joined, texts, m)
        find_copies(page.texts, texts, blocks + m, m)
        count_words(texts, of_texts, m)
        share_linked(page, texts, edges.sizes(), m, pieces, linked.doubles())
        add_up(of_texts, linked.doubles(), sums, m)
        for row in range(3):
            for index in range(n):
                totals[row * n + index] = sums[row * (m + 1) + stops[index]] - sums[row * (m + 1) + starts[index]]
        return 0


cdef Room elements_around(const Py_ssize_t* owners, Py_ssize_t m, const Py_ssize_t* parents, Py_ssize_t n):
    """Mark the elements that text blocks stand in: their own, and all above those."""
    cdef Room around = Room(n, sizeof(Py_ssize_t))
    cdef Py_ssize_t* marks = around.sizes()
    cdef Py_ssize_t index, element
    for index in range(m):
        element = owners[index]
        while not marks[element]:
            marks[element] = 1
            element = parents[element]
    return around


# --- Figures of all texts: features.measures.text_figures.


def text_figures(page, dict groups, Py_ssize_t count):
    """Return the values of `features.measures.TextFigures`; ``groups`` has tuples."""
    cdef list texts = page.texts, owners = page.owners, parents = page.parents
    cdef Py_ssize_t m = len(texts), n = len(page.tags), index, parent, number
    cdef Py_ssize_t size = 0, prose = 0, sentences = 0, sentences_size = 0, together_size = 0
    cdef bytes joined = "".join(texts).encode("utf-8", "surrogatepass")
    cdef Room found = Room(m, sizeof(Text)), sizes_below = Room(n + 1, sizeof(Py_ssize_t))
    cdef const Text* text = <const Text*>found.memory
    cdef Py_ssize_t* below = sizes_below.sizes() + 1  # an element that has no parent stands below number -1
    cdef list lines = [0] * count
    cdef PyObject* numbers
    find_texts(texts, joined, <Text*>found.memory, m)
    for index in range(m):
        size += text.size
        prose += text.size >= PROSE
        if text.length <= LINE:
            numbers = dict_item(groups, (<str>list_item(texts, index)).lower())
            if numbers != NULL:
                for number in <tuple?><object>numbers:
                    lines[number] += 1
        if text.size >= SENTENCE and ends_sentence(<str>list_item(texts, index)):
            parent = as_size(<object>list_item(parents, as_size(<object>list_item(owners, index))))
            if not -1 <= parent < n:
                raise ValueError("a parent that is not there")
            sentences += 1
            sentences_size += text.size
            below[parent] += text.size
            together_size = max(together_size, below[parent])
        text += 1
    return lines, size, prose, sentences, sentences_size, together_size, characters_in_links(page)


cdef Py_ssize_t characters_in_links(page) except -1:
    cdef list pieces = page.pieces, linked = page.linked
    cdef Py_ssize_t index, total = 0
    for index in range(len(pieces)):
        if <object>list_item(linked, index):
            total += length_of(<str?><object>list_item(pieces, index))
    return total


cdef bint ends_sentence(str text) noexcept:
    """Return whether a text ends with the end of a sentence: `features.measures.sentences_ended`."""
    cdef Py_ssize_t index = len(text) - 1
    while index >= 0 and role_of(text[index]) == BEHIND_END:
        index -= 1
    if index < 0 or role_of(text[index]) != AN_END:
        return False
    return index == 0 or text[index] != c"." or text[index - 1] != c"."


cdef inline unsigned char role_of(Py_UCS4 character) noexcept:
    return ENDINGS[character] if character < 0x10000 else 0


# --- The parts of the measures: arrays over elements (n) and text blocks (m).


cdef int read_tree(page, Py_ssize_t* elements, Py_ssize_t n) except -1:
    """Read parents and ends; count how many elements are around each: those before it but for the ones that ended."""
    cdef Py_ssize_t* parents = elements + 2 * n
    cdef Py_ssize_t* ends = elements + 3 * n
    cdef Py_ssize_t* depths = elements + 4 * n
    cdef Py_ssize_t* ended
    cdef Py_ssize_t index, passed = 0
    cdef Room room = Room(n + 1, sizeof(Py_ssize_t))
    read_sizes(page.parents, parents, n, -1, n - 1)
    read_sizes(page.ends, ends, n, 0, n)
    parents[0] = 0
    ended = room.sizes()
    for index in range(n):
        ended[ends[index]] += 1
    for index in range(n):
        if parents[index] < 0 or parents[index] > index:
            raise ValueError("an element before its parent")
        passed += ended[index]
        depths[index] = index - passed
    return 0


cdef int find_ranges(
    page, Py_ssize_t* elements, Py_ssize_t n, const Py_ssize_t* edges, Py_ssize_t m, Py_ssize_t pieces
) except -1:
    """Find the range of text blocks that each element touches."""
    cdef Py_ssize_t* starts = elements
    cdef Py_ssize_t* stops = elements + n
    cdef Room room = Room(2 * (pieces + 2), sizeof(Py_ssize_t))
    cdef Py_ssize_t* begun = room.sizes()  # text blocks that begin before a piece
    cdef Py_ssize_t* ended = begun + pieces + 2  # text blocks that end at a piece or before
    cdef Py_ssize_t index
    read_sizes(page.piece_starts, starts, n, 0, pieces)
    read_sizes(page.piece_ends, stops, n, 0, pieces)
    for index in range(m):
        begun[edges[index] + 1] += 1
        ended[edges[m + index]] += 1
    for index in range(pieces + 1):
        begun[index + 1] += begun[index]
        ended[index + 1] += ended[index]
    for index in range(n):
        starts[index] = ended[starts[index]]
        stops[index] = max(starts[index], begun[stops[index]])
    return 0


cdef int find_texts(list texts, bytes joined, Text* found, Py_ssize_t m) except -1:
    cdef Bytes at = joined
    cdef Py_ssize_t index, left
    cdef uint32_t code
    for index in range(m):
        found[index].data = at
        found[index].length = left = length_of(<str>list_item(texts, index))
        if is_ascii(at, left):
            at += left
        else:
            while left:
                at = next_code(at, &code)
                left -= 1
        found[index].size = at - found[index].data
    return 0


cdef int find_copies(list strings, const Text* texts, Py_ssize_t* copies, Py_ssize_t m) except -1:
    """Find the texts that are the same: how many there are, how many come before, and the last of those."""
    cdef Py_ssize_t* times = copies
    cdef Py_ssize_t* before = copies + m
    cdef Py_ssize_t* earlier = copies + 2 * m
    cdef Py_ssize_t size = table_size(m), index, seat, last
    cdef Room room = Room(size, sizeof(Py_ssize_t))
    cdef Py_ssize_t* seats = room.sizes()  # the last text block of each text so far, and one
    for index in range(m):
        seat = <Py_ssize_t>mixed(<uint64_t>hash_of(<object>list_item(strings, index))) & (size - 1)
        while True:
            last = seats[seat] - 1
            if last < 0 or same_text(&texts[index], &texts[last]):
                break
            seat = (seat + 1) & (size - 1)
        times[index] = 0
        earlier[index] = last
        before[index] = before[last] + 1 if last >= 0 else 0
        seats[seat] = index + 1
    for index in range(m - 1, -1, -1):
        if times[index] == 0:
            times[index] = before[index] + 1
        if earlier[index] >= 0:
            times[earlier[index]] = times[index]
    return 0


cdef bint same_text(const Text* one, const Text* other) noexcept:
    return one.size == other.size and not memcmp(one.data, other.data, one.size)


cdef int count_words(const Text* texts, float* words, Py_ssize_t m) except -1:
    cdef Py_ssize_t index
    for index in range(m):
        if texts[index].size == texts[index].length:
            words[index] = <float>words_in(texts[index].data, texts[index].size)
        else:
            words[index] = <float>count_wide_words(&texts[index])
    return 0


cdef double count_wide_words(const Text* text) noexcept:
    """Count the words of a text that is not all ASCII."""
    cdef Bytes at = text.data
    cdef double count = 0, wide = 0
    cdef bint inside = False
    cdef uint32_t code
    while at < text.data + text.size:
        at = next_code(at, &code)
        if code > 32 and code < 0x80:
            count += not inside
            inside = True
        elif is_wide(code):
            wide += 1
            inside = False
        elif is_blank(code) or is_sign(code):
            inside = False
        else:
            count += not inside
            inside = True
    return count + wide / PER_WORD


cdef int share_linked(
    page, const Text* texts, const Py_ssize_t* edges, Py_ssize_t m, Py_ssize_t pieces, double* shares
) except -1:
    """Find the share of the characters of each text block that stand in links."""
    cdef list before = visible(page)[2]
    cdef Py_ssize_t index, linked
    if len(before) != pieces + 1:
        raise ValueError("a list of another length")
    for index in range(m):
        linked = as_size(<object>list_item(before, edges[m + index])) - as_size(<object>list_item(before, edges[index]))
        shares[index] = min(<double>linked / texts[index].length, 1.0)
    return 0


cdef int add_up(float* of_texts, const double* linked, float* sums, Py_ssize_t m) except -1:
    """Make running sums of all words, of the words of long text blocks, and of linked words."""
    cdef double all_words = 0, long_words = 0, linked_words = 0
    cdef float words
    cdef Py_ssize_t index, row = m + 1
    sums[0] = sums[row] = sums[2 * row] = 0
    for index in range(m):
        words = of_texts[index]
        of_texts[m + index] = <float>linked[index]
        all_words += words
        long_words += words if words >= LONG_TEXT else 0
        linked_words += words * linked[index]
        sums[index + 1] = <float>all_words
        sums[row + index + 1] = <float>long_words
        sums[2 * row + index + 1] = <float>linked_words
    return 0


cdef int read_sizes(list values, Py_ssize_t* target, Py_ssize_t count, Py_ssize_t low, Py_ssize_t high) except -1:
    """Read numbers from ``low`` to ``high``, so that they may be trusted as indexes."""
    cdef Py_ssize_t index, value
    if len(values) != count:
        raise ValueError("a list of another length")
    for index in range(count):
        value = as_size(<object>list_item(values, index))
        if value < low or value > high:
            raise ValueError("a number out of bounds")
        target[index] = value
    return 0


# --- Words.

cdef extern from *:
    """
    /* Loops are written so that a compiler takes several numbers at once; GCC also for processors that take more. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define WIDE
    #endif

    /* What `str.split` splits at, of ASCII. */
    #define is_gap(code) ((unsigned char)((code) - 9) < 5 || (unsigned char)((code) - 28) < 5)

    /* Return how many words a text in ASCII has. */
    WIDE static Py_ssize_t words_in(const unsigned char *text, Py_ssize_t size) {
        Py_ssize_t words = size && !is_gap(text[0]), start, stop, index;
        for (start = 1; start < size; start = stop) {
            unsigned char begun = 0;
            stop = size - start > 255 ? start + 255 : size;
            for (index = start; index < stop; index++)
                begun += is_gap(text[index - 1]) & !is_gap(text[index]);
            words += begun;
        }
        return words;
    }
    """
    Py_ssize_t words_in(const unsigned char* text, Py_ssize_t size) noexcept


cdef bint is_wide(uint32_t code) noexcept:
    """Return whether a character is one of those that features/measures.py counts as parts of words."""
    if code < 0x1100:
        return (
            0x0E01 <= code <= 0x0E2E
            or 0x0E81 <= code <= 0x0EAE
            or 0x0EDC <= code <= 0x0EDF
            or 0x1000 <= code <= 0x1021
        )
    return (
        code <= 0x11FF
        or 0x1780 <= code <= 0x17A2
        or 0x2E80 <= code <= 0xA4CF
        or 0xAC00 <= code <= 0xD7AF
        or 0xF900 <= code <= 0xFAFF
        or 0xFF00 <= code <= 0xFFEF
    )


cdef bint is_sign(uint32_t code) noexcept:
    """Return whether a character is one of the signs around the wide ones that features/measures.py does not count."""
    return code >= 0x0E2F and (
        code <= 0x0E4E
        or 0x0EAF <= code <= 0x0ECF
        or 0x1022 <= code <= 0x103F
        or 0x104A <= code <= 0x104B
        or 0x17A3 <= code <= 0x17DA
        or code == 0x200B
    )


# --- Fingerprints.

cdef enum:
    CRC_POLYNOMIAL = 0xEDB88320
    ADLER_MODULUS = 65521
    ADLER_BYTES = 5552  # that can be added up in 32 bits before the remainder is taken; a multiple of 4

cdef uint32_t CRC[4][256]  # of a byte, with 0 to 3 bytes of zeros behind it


cdef void make_crc_tables() noexcept:
    cdef uint32_t value
    cdef int byte, bit, zeros
    for byte in range(256):
        value = byte
        for bit in range(8):
            value = value >> 1 ^ (CRC_POLYNOMIAL if value & 1 else 0)
        CRC[0][byte] = value
    for zeros in range(3):
        for byte in range(256):
            CRC[zeros + 1][byte] = CRC[zeros][byte] >> 8 ^ CRC[0][CRC[zeros][byte] & 0xFF]


make_crc_tables()


cdef uint64_t fingerprint(Bytes at, Py_ssize_t size) noexcept:
    """Return `zlib.crc32` of bytes and, in the lower half, `zlib.adler32`; in one pass."""
    cdef Bytes end = at + size
    cdef Bytes stop
    cdef uint32_t crc = 0xFFFFFFFF, low = 1, high = 0
    while at < end:
        stop = min(end, at + ADLER_BYTES)
        while stop - at >= 4:
            crc ^= at[0] | at[1] << 8 | at[2] << 16 | <uint32_t>at[3] << 24
            crc = CRC[3][crc & 0xFF] ^ CRC[2][crc >> 8 & 0xFF] ^ CRC[1][crc >> 16 & 0xFF] ^ CRC[0][crc >> 24]
            high += 4 * (low + at[0]) + 3 * at[1] + 2 * at[2] + at[3]
            low += at[0] + at[1] + at[2] + at[3]
            at += 4
        while at < stop:
            crc = crc >> 8 ^ CRC[0][(crc ^ at[0]) & 0xFF]
            low += at[0]
            high += low
            at += 1
        low %= ADLER_MODULUS
        high %= ADLER_MODULUS
    return <uint64_t>~crc << 32 | high << 16 | low


cdef Py_ssize_t place_of(uint64_t wanted, const uint64_t* known, Py_ssize_t count) noexcept:
    """Return where a number stands among rising ones, -1 where it is none of them."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if known[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < count and known[low] == wanted else -1


# --- Lessons.


def lesson(uint64_t body, numbers, words, list scores):
    """Return what is to be learnt of a page, as `known_host.Lesson.to_bytes` does; nothing where no block has words.

    ``numbers`` (m, uint64) and ``words`` (m, float64) are what `Measures.look_up` wrote, ``scores`` (m) are 0 to 1.
    """
    cdef Py_ssize_t index, at, m = len(scores), count = 0, texts = 0
    cdef View fingerprints = View(numbers, sizeof(uint64_t), m, False)
    cdef View counts = View(words, sizeof(double), m, False)
    cdef const uint64_t* own = fingerprints.numbers()
    cdef const double* counted = counts.doubles()
    cdef Room sums = Room(3 * m, sizeof(uint64_t))
    cdef uint64_t* learnt = <uint64_t*>sums.memory
    cdef double* of_text = <double*>learnt + m
    cdef double* expected = of_text + m
    cdef Room made = Room(10 + 11 * m, 1)
    cdef char* end = <char*>made.memory
    for index in range(m):
        if counted[index]:
            learnt[count] = own[index]
            count += 1
    if not count:
        return b""
    qsort(learnt, count, sizeof(uint64_t), by_size)
    for index in range(count):
        if not texts or learnt[texts - 1] != learnt[index]:
            learnt[texts] = learnt[index]
            texts += 1
    for index in range(m):
        if counted[index]:
            at = place_of(own[index], learnt, texts)
            of_text[at] += counted[index]
            expected[at] += counted[index] * <double><object>list_item(scores, index)
    end = put(put(end, body, 8), texts, 2)
    for index in range(texts):
        end = put(end, learnt[index], 8)
    for index in range(texts):
        end = put(end, <uint64_t>min(of_text[index], MOST_WORDS), 2)
    for index in range(texts):
        end = put(end, <uint64_t>rint(SHARES * expected[index] / of_text[index]), 1)
    return (<char*>made.memory)[: end - <char*>made.memory]


cdef int by_size(const void* one, const void* other) noexcept nogil:
    cdef uint64_t number = (<const uint64_t*>one)[0], second = (<const uint64_t*>other)[0]
    return (number > second) - (number < second)


cdef inline char* put(char* at, uint64_t number, int size) noexcept:
    """Write a number in so many bytes, the lowest ones first; return where they end."""
    cdef int byte
    for byte in range(size):
        at[byte] = <char>(number >> 8 * byte & 0xFF)
    return at + size
