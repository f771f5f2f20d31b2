# The walk: core/flatten.py's loop, with an element's start, its end and the text between as functions.

cdef class Filler:
    """Gathers one page. The fields are what the variables of that name are in core/flatten.py."""

    cdef Element* elements
    cdef Piece* pieces
    cdef Run* runs
    cdef Shared* shared
    cdef Py_ssize_t total, count, run_count
    cdef Py_ssize_t element_room, piece_room, run_room
    cdef Py_ssize_t max_depth, max_elements
    cdef Py_ssize_t here, owner, hidden, linked, preformatted, marked, border, depth
    cdef Py_ssize_t parted, gap
    cdef Py_ssize_t too_deep  # open elements that are left out
    cdef const Record* text  # one that has not been taken yet
    cdef const Record* stop  # the end of the tape
    cdef Vocabulary tag_names, attribute_names
    cdef bint truncated, full
    cdef list tags, attrs, texts, links, heads, objects
    cdef set hiding, blanks
    cdef dict names
    cdef str language

    def __cinit__(self):
        self.shared = <Shared*>PyMem_Calloc(1, sizeof(Shared))
        if self.shared == NULL:
            raise MemoryError
        self.here = self.owner = self.hidden = self.linked = self.preformatted = self.marked = NOWHERE
        self.parted = self.gap = NOWHERE
        self.tags, self.attrs, self.texts, self.links, self.heads, self.objects = [], [], [], [], [], []
        self.hiding, self.blanks = set(), set()
        self.names = {}
        self.language = ""

    def __dealloc__(self):
        PyMem_Free(self.shared)
        PyMem_Free(self.elements)
        PyMem_Free(self.pieces)
        PyMem_Free(self.runs)

    cdef int play(self, Recording recording) except -1:
        """Go over a tape."""
        cdef const Record* record = <const Record*>recording.tape.data
        self.stop = <const Record*>(recording.tape.data + recording.tape.size)
        self.tag_names = vocabulary(&recording.tape, &recording.tape.tags, &tag_names)
        self.attribute_names = vocabulary(&recording.tape, &recording.tape.attributes, &attribute_names)
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
        cdef int what = self.tag_names.meanings[record.what]
        cdef int kind = what & KIND
        cdef const Record* end
        if self.text != NULL:
            self.take_text()
        if kind == BLOCK:
            self.part()
        elif kind <= BREAK:
            end = end_of(record, self.stop)
            if kind == BREAK:
                self.add_run(True)
            elif kind == HEAD:
                self.read_head(record, end)
            return end if end == self.stop else behind(end)
        self.depth += 1
        if self.depth == 1:
            self.begin(record)
        if self.depth > self.max_depth:
            self.truncated = True
            self.too_deep += 1
            return behind(record)
        return self.record(record, what)

    cdef int read_head(self, const Record* record, const Record* end) except -1:
        """Keep what an element of the head says."""
        cdef int seen = 0
        tag = self.tag_names.texts[record.what]
        own = attributes_of(record, self.attribute_names, &seen)
        if tells(tag, own):
            self.heads.append((tag, own, texts_between(behind(record), end)))
        return 0

    cdef int begin(self, const Record* record) except -1:
        """Begin a document, or go on in its body behind a premature end."""
        cdef int seen = 0
        cdef Py_ssize_t child = 1, last = 0
        if not self.total:
            self.language = attributes_of(record, self.attribute_names, &seen).get("lang", "").strip().lower()
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
        cdef int seen = 0
        cdef Py_ssize_t here = self.total
        cdef Element* element
        cdef const Record* end
        own = shared_attributes(self.shared, record, self.attribute_names, &seen)
        self.elements = <Element*>with_room(self.elements, &self.element_room, here, sizeof(Element))
        element = &self.elements[here]
        element.parent, element.end, element.outer = self.here, 0, NOWHERE
        element.piece_start, element.piece_end = self.count, 0
        element.what = what
        self.total += 1
        self.tags.append(self.tag_names.texts[record.what])
        self.attrs.append(own)
        if seen & CLASS:
            self.name(<str>(<dict>own)["class"], here)
        if seen & ID:
            self.name(<str>(<dict>own)["id"], here)
        if kind == OBJECT:
            end = end_of(record, self.stop)
            sources = sources_between(behind(record), end, self.tag_names, self.attribute_names)
            self.objects.append(([own, *sources], here))
            element.end, element.piece_end = self.total, self.count
            self.depth -= 1
            return end if end == self.stop else behind(end)
        self.here = here
        if kind == BLOCK:
            element.outer = self.owner
            self.owner = here
            if what & PRE and self.preformatted < 0:
                self.preformatted = self.marked = here
        elif kind == LINK and seen & HREF:
            self.begin_link(here)
        if self.parted == self.count:
            self.parted = NOWHERE
            self.gap = NOWHERE if what & UNPARTED else self.count
        if self.hidden < 0 and (
            seen & HIDDEN
            or (what & HIDES and not seen & OPEN)
            or (seen & STYLE and style_hides(own["style"][:STYLE_PREFIX]))
        ):
            self.hidden = self.marked = here
            self.hiding.add(here)
        if here >= self.max_elements:
            self.truncated = self.full = True
        return behind(record)

    cdef int name(self, str value, Py_ssize_t here) except -1:
        """Keep an element by the value of its class or id."""
        elements = self.names.get(value)
        if elements is None:
            self.names[value] = [number(here)]
        else:
            (<list>elements).append(number(here))
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
            if self.tag_names.meanings[record.size] & KIND == BLOCK:
                self.part()
            return 0
        element = &self.elements[here]
        if here == self.owner:
            self.part()
            self.owner = element.outer
        element.end, element.piece_end = self.total, self.count
        self.parted = NOWHERE if element.what & UNPARTED or element.piece_start == self.count else self.count
        self.gap = NOWHERE
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
        cdef const unsigned char* data = <const unsigned char*>(record + 1)
        self.text = NULL
        if self.border == self.count and self.preformatted < 0 and is_space(data):
            return 0
        text = decoded(<const char*>data, record.size, NULL)
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
        return self.add_piece(text, data, record.size, self.linked >= 0)

    cdef int add_blank(self) except -1:
        """Part neighbouring inline elements."""
        self.blanks.add(self.count)
        return self.add_piece(BETWEEN, <const unsigned char*>" ", 1, False)

    cdef int add_piece(self, str text, const unsigned char* data, Py_ssize_t size, bint linked) except -1:
        cdef Piece* piece
        self.pieces = <Piece*>with_room(self.pieces, &self.piece_room, self.count, sizeof(Piece))
        self.texts.append(text)
        piece = &self.pieces[self.count]
        piece.data, piece.size, piece.linked = data, size, linked
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
