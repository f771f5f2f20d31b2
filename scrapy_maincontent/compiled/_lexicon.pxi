# methods/_lexicon.py: what the names of the elements around a text block and its own words say.

cdef Py_ssize_t MOST_NAMES = MAX_NAMES, SHORTEST_LONG = SHORT_TEXT + 1, MOST_WORDS = MANY_WORDS

if max(MAX_NAMES, SHORT_TEXT) > LONGEST_TOKEN:
    raise ImportError("the buffers are too small")

cdef enum:  # of a tag; above these bits, the number of its token and one
    IS_QUIET = 1
    IS_PLAIN = 2
    TAG_BITS = 2
    MOST_ELEMENTS = 0x7FFFFFFF

cdef struct Said:
    Py_ssize_t start  # of its tokens that speak of what stands below
    Py_ssize_t count
    double own
    double parent
    double grandparent


cdef class Scratch:
    """What reading a page needs of memory as large as the lexicon; one page at a time."""

    cdef Heard names, words
    cdef uint32_t* open_until  # by token: its outermost open element ends there
    cdef Py_ssize_t* below
    cdef Py_ssize_t filled, room

    def __cinit__(self, Py_ssize_t elements, Py_ssize_t texts):
        self.names, self.words = Heard(elements), Heard(texts)
        self.open_until = <uint32_t*>PyMem_Calloc(elements + 1, sizeof(uint32_t))
        if self.open_until == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.below)
        PyMem_Free(self.open_until)

    cdef int add_below(self, Py_ssize_t number) except -1:
        cdef Py_ssize_t* below
        if self.filled == self.room:
            below = <Py_ssize_t*>PyMem_Realloc(self.below, (2 * self.room + 1024) * sizeof(Py_ssize_t))
            if below == NULL:
                raise MemoryError
            self.below, self.room = below, 2 * self.room + 1024
        self.below[self.filled] = number
        self.filled += 1
        return 0


cdef class Lexicon:
    """Weights of tokens; the twin of `methods._lexicon.Lexicon`, made from one."""

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

    def read(self, page, parents, ends, owners, found):
        """Fill ``found`` (3 x m, float64) with what `methods._lexicon.Lexicon.read` returns, turned round."""
        cdef Py_ssize_t n = len(page.tags), m = len(page.texts), index
        cdef Scratch scratch = self.scratch
        cdef const Py_ssize_t* of_blocks = View(owners, sizeof(Py_ssize_t), m).sizes()
        cdef double* rows = View(found, sizeof(double), 3 * m).doubles()
        if n > <Py_ssize_t>MOST_ELEMENTS:
            raise ValueError("too many elements")
        self.scratch = None  # another thread gets its own
        if scratch is None:
            scratch = Scratch(self.elements.count, self.texts.count)
        self.read_elements(
            scratch,
            page,
            View(parents, sizeof(Py_ssize_t), n).sizes(),
            View(ends, sizeof(Py_ssize_t), n).sizes(),
            of_blocks,
            rows,
        )
        for index in range(m):
            rows[2 * m + index] = self.of_text(scratch, <str>list_item(page.texts, index))
        self.scratch = scratch

    cdef int read_elements(
        self,
        Scratch scratch,
        page,
        const Py_ssize_t* parents,
        const Py_ssize_t* ends,
        const Py_ssize_t* owners,
        double* rows,
    ) except -1:
        cdef Py_ssize_t n = len(page.tags), m = len(page.texts), index, place, owner, parent, token
        cdef Room around = elements_around(owners, m, parents, n)
        cdef Room all_said = Room(n, sizeof(Said)), above = Room(n, sizeof(double))
        cdef uint32_t* open_until = scratch.open_until
        cdef Said* said = <Said*>all_said.memory
        cdef double* total = above.doubles()
        self.weigh_elements(scratch, page, around.sizes(), n, said)
        # Elements come in document order, so that what is open is above.
        for index in range(n):
            if around.sizes()[index]:
                total[index] = total[parents[index]] if index else 0
                for place in range(said[index].start, said[index].start + said[index].count):
                    token = scratch.below[place]
                    if open_until[token] <= <size_t>index:
                        open_until[token] = <uint32_t>ends[index]
                        total[index] += self.elements.entries[token].weights[0]
        for place in range(scratch.filled):
            open_until[scratch.below[place]] = 0
        for index in range(m):
            owner = owners[index]
            rows[index] = total[owner] + self.bias
            rows[m + index] = said[owner].own
            if owner:
                parent = parents[owner]
                rows[m + index] += said[parent].parent
                if parent:
                    rows[m + index] += said[parents[parent]].grandparent
        return 0

    cdef int weigh_elements(
        self, Scratch scratch, page, const Py_ssize_t* around, Py_ssize_t n, Said* said
    ) except -1:
        """Weigh the elements that text stands in; those that share their attributes once."""
        cdef list tags = page.tags, all_attrs = page.attrs
        cdef Py_ssize_t size = room_for(n), index, seat, other
        cdef Room seats = Room(size, sizeof(Py_ssize_t))  # numbers of elements and one
        cdef PyObject* tag
        cdef PyObject* own
        scratch.filled = 0
        for index in range(n):
            if not around[index]:
                continue
            tag, own = list_item(tags, index), list_item(all_attrs, index)
            seat = <Py_ssize_t>mixed(<uint64_t><size_t>tag * 31 + <uint64_t><size_t>own) & (size - 1)
            while True:
                other = seats.sizes()[seat] - 1
                if other < 0:
                    seats.sizes()[seat] = index + 1
                    self.weigh(scratch, <str><object>tag, <dict?><object>own, &said[index])
                    break
                if list_item(all_attrs, other) == own and list_item(tags, other) == tag:
                    said[index] = said[other]
                    break
                seat = (seat + 1) & (size - 1)
        return 0

    cdef int weigh(self, Scratch scratch, str tag, dict attrs, Said* said) except -1:
        """Add up what the tokens of an element's tag and names weigh, each once."""
        cdef Heard heard = scratch.names
        cdef PyObject* known = dict_item(self.tags, tag)
        cdef Py_ssize_t flags = as_size(<object>known) if known != NULL else 0
        cdef Py_ssize_t own_tag = (flags >> TAG_BITS) - 1, index, number
        cdef Weighed* entry
        heard.clear()
        heard.add(own_tag)
        if attrs:
            self.hear(heard, OF_CLASS, dict_item(attrs, "class"))
            self.hear(heard, OF_ID, dict_item(attrs, "id"))
            self.hear_value(heard, OF_ROLE, dict_item(attrs, "role"))
            self.hear_value(heard, OF_ITEM, dict_item(attrs, "itemprop"))
        said.start, said.own, said.parent, said.grandparent = scratch.filled, 0, 0, 0
        for index in range(heard.count):
            number = heard.numbers[index]
            entry = &self.elements.entries[number]
            said.own += entry.weights[1]
            said.parent += entry.weights[2]
            said.grandparent += entry.weights[3]
            if entry.weights[0] and not (flags & IS_QUIET or (flags & IS_PLAIN and number == own_tag)):
                scratch.add_below(number)
        said.count = scratch.filled - said.start
        return 0

    cdef int hear(self, Heard heard, int kind, PyObject* value) except -1:
        """Hear the names of a class attribute or an id."""
        cdef Py_ssize_t size
        cdef const char* data
        if value == NULL:
            return 0
        names = <str?><object>value
        data = ascii_of(names, &size)
        if data != NULL:
            return hear_names(self.elements, heard, kind, data, min(size, MOST_NAMES))
        for name in whole_names(names[:MOST_NAMES]):
            self.hear_token(heard, kind, name)
        for name in name_parts(names[:MOST_NAMES]):
            self.hear_token(heard, kind + 1, name)
        return 0

    cdef int hear_value(self, Heard heard, int kind, PyObject* value) except -1:
        """Hear the beginning of an attribute's value as one token."""
        return 0 if value == NULL else self.hear_token(heard, kind, (<str?><object>value)[:MAX_VALUE].lower())

    cdef int hear_token(self, Heard heard, int kind, str token) except -1:
        cdef bytes data = token.encode("utf-8", "surrogatepass")
        return heard.add(self.elements.find(kind, data, len(data)))

    cdef double of_text(self, Scratch scratch, str text) except? -1:
        """Add up what the words of a short text weigh, each once."""
        cdef char characters[LONGEST_TOKEN]
        cdef Py_ssize_t size = length_of(text), index
        cdef uint32_t code
        cdef double weight = 0
        cdef Heard heard = scratch.words
        if size >= SHORTEST_LONG:
            return 0
        for index in range(size):
            code = character_of(text, index)
            if code >= 0x80:
                return self.weigh_text(text)
            characters[index] = <char>code
        heard.clear()
        hear_words(self.texts, heard, characters, size)
        for index in range(heard.count):
            weight += self.texts.entries[heard.numbers[index]].weights[0]
        return weight


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


cdef const char* ascii_of(str text, Py_ssize_t* size) except? NULL:
    """Return a text of ASCII, NULL for another one."""
    cdef const char* data
    try:
        data = utf8_of(text, size)
    except UnicodeEncodeError:
        return NULL
    return data if is_ascii(data, size[0]) else NULL
