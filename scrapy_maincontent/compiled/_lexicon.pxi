# methods/_lexicon.py: what the names of the elements around a text block and its own words say.

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

    cdef int read(self, page, const Measured* page_of, double* rows) except -1:
        """Fill ``rows`` (3 x m) with what `methods.crf_features.Lexicon.read` returns, turned round."""
        cdef Scratch scratch = self.scratch
        if page_of.n > <Py_ssize_t>MOST_ELEMENTS:
            raise ValueError("too many elements")
        self.scratch = None  # another thread gets its own
        if scratch is None:
            scratch = Scratch(self.elements, self.texts)
        self.read_elements(scratch, page, page_of, rows)
        self.weigh_texts(scratch, page.texts, page_of.texts, rows + 2 * page_of.m)
        self.scratch = scratch
        return 0

    cdef int read_elements(self, Scratch scratch, page, const Measured* page_of, double* rows) except -1:
        cdef Py_ssize_t n = page_of.n, m = page_of.m, index, place, owner, parent, token
        cdef const Py_ssize_t *parents = page_of.parents, *ends = page_of.ends, *owners = page_of.owners
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
        cdef Py_ssize_t size = room_for(n), index, seat, other, first = 0
        cdef Room seats = Room(size, sizeof(Py_ssize_t))  # numbers of elements and one
        cdef PyObject* tag
        cdef PyObject* own
        scratch.filled = 0
        scratch.of_names.clear()
        for index in range(n):
            said[index].same_as = index
            if not around[index]:
                continue
            tag, own = list_item(tags, index), list_item(all_attrs, index)
            seat = <Py_ssize_t>mixed(<uint64_t><size_t>tag * 31 + <uint64_t><size_t>own) & (size - 1)
            while True:
                other = seats.sizes()[seat] - 1
                if other < 0:
                    seats.sizes()[seat] = index + 1
                    self.ask(scratch.of_names, <str><object>tag, <dict?><object>own, &said[index])
                    break
                if list_item(all_attrs, other) == own and list_item(tags, other) == tag:
                    said[index].same_as = other
                    break
                seat = (seat + 1) & (size - 1)
            if scratch.of_names.count > TOGETHER:
                self.weigh(scratch, said, first, index + 1)
                first = index + 1
        self.weigh(scratch, said, first, n)
        for index in range(n):
            said[index] = said[said[index].same_as]
        return 0

    cdef int ask(self, Questions questions, str tag, dict attrs, Said* said) except -1:
        """Ask for the tokens of an element's tag and names."""
        cdef PyObject* known = dict_item(self.tags, tag)
        cdef Names names
        said.flags = as_size(<object>known) if known != NULL else 0
        said.start = questions.count
        if attrs:
            names = names_of(attrs)
            self.ask_all(questions, OF_CLASS, names.own_class)
            self.ask_all(questions, OF_ID, names.own_id)
            self.ask_value(questions, OF_ROLE, names.role)
            self.ask_value(questions, OF_ITEM, names.item)
        said.count = questions.count - said.start
        return 0

    cdef int weigh(self, Scratch scratch, Said* all_said, Py_ssize_t first, Py_ssize_t last) except -1:
        """Add up what the tokens of each element weigh, each once."""
        cdef Heard heard = scratch.names
        cdef Questions questions = scratch.of_names
        cdef Py_ssize_t index, place, own_tag, number
        cdef Said* said
        cdef Weighed* entry
        questions.answer()
        for index in range(first, last):
            said = &all_said[index]
            if said.same_as != index:
                continue
            own_tag = (said.flags >> TAG_BITS) - 1
            heard.clear()
            heard.add(own_tag)
            for place in range(said.start, said.start + said.count):
                heard.add(questions.items[place].number)
            said.start = scratch.filled
            for place in range(heard.count):
                number = heard.numbers[place]
                entry = &self.elements.entries[number]
                said.own += entry.weights[1]
                said.parent += entry.weights[2]
                said.grandparent += entry.weights[3]
                if entry.weights[0] and not (
                    said.flags & IS_QUIET or (said.flags & IS_PLAIN and number == own_tag)
                ):
                    scratch.add_below(number)
            said.count = scratch.filled - said.start
        questions.clear()
        return 0

    cdef int ask_all(self, Questions questions, int kind, PyObject* value) except -1:
        """Ask for the names of a class attribute or an id."""
        cdef Py_ssize_t size
        cdef const char* data
        if value == NULL:
            return 0
        names = <str?><object>value
        data = ascii_of(names, &size)
        if data != NULL:
            return ask_names(questions, kind, data, min(size, MOST_NAMES))
        for name in whole_names(names[:MOST_NAMES]):
            questions.ask_bytes(kind, name.encode("utf-8", "surrogatepass"))
        for name in name_parts(names[:MOST_NAMES]):
            questions.ask_bytes(kind + 1, name.encode("utf-8", "surrogatepass"))
        return 0

    cdef int ask_value(self, Questions questions, int kind, PyObject* value) except -1:
        """Ask for the beginning of an attribute's value as one token."""
        if value == NULL:
            return 0
        beginning = (<str?><object>value)[:MAX_VALUE].lower()
        return questions.ask_bytes(kind, beginning.encode("utf-8", "surrogatepass"))

    cdef int weigh_texts(self, Scratch scratch, list texts, const Text* in_bytes, double* weights) except -1:
        """Add up what the words of each short text weigh, each once."""
        cdef Py_ssize_t m = len(texts), index, first = 0
        cdef Questions questions = scratch.of_words
        cdef Room room = Room(m + 1, sizeof(Py_ssize_t))
        cdef Py_ssize_t* starts = room.sizes()
        questions.clear()
        for index in range(m):
            starts[index] = questions.count
            weights[index] = self.ask_text(questions, <str?><object>list_item(texts, index), &in_bytes[index])
            starts[index + 1] = questions.count
            if questions.count > TOGETHER or index + 1 == m:
                questions.answer()
                self.add_words(scratch, starts, first, index + 1, weights)
                questions.clear()
                first = index + 1
        return 0

    cdef double ask_text(self, Questions questions, str text, const Text* in_bytes) except? -1:
        """Ask for the words of a short text; return what one weighs whose digits are of other scripts."""
        cdef const unsigned char* at = in_bytes.data
        cdef Py_ssize_t size
        cdef uint32_t code
        if in_bytes.length >= SHORTEST_LONG:
            return 0
        if in_bytes.size == in_bytes.length:
            ask_words(questions, at, in_bytes.size)
            return 0
        while at < in_bytes.data + in_bytes.size:
            at = next_code(at, &code)
            if 0x660 <= code < 0x2000 or code >= 0xA620:
                return self.weigh_text(text)
        small = text.lower()
        data = <const unsigned char*>utf8_of(small, &size)
        ask_words(questions, data, size)
        return 0

    cdef int add_words(
        self, Scratch scratch, const Py_ssize_t* starts, Py_ssize_t first, Py_ssize_t last, double* weights
    ) except -1:
        cdef Heard heard = scratch.words
        cdef Py_ssize_t index, place
        for index in range(first, last):
            heard.clear()
            for place in range(starts[index], starts[index + 1]):
                heard.add(scratch.of_words.items[place].number)
            for place in range(heard.count):
                weights[index] += self.texts.entries[heard.numbers[place]].weights[0]
        return 0
