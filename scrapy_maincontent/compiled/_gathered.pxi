# What is gathered of one page: its elements with their attributes, its pieces of text, and the runs of pieces.

cdef Word LABELLING = 0
for _name in LABELS:
    LABELLING |= <Word>1 << <int>_CODES[_name]


cdef class Gathered:
    """One page on its way. The fields are what the variables of that name are in core/flatten.py."""

    cdef Recording recording
    cdef Head head
    cdef Element* elements
    cdef Piece* pieces
    cdef Run* runs
    cdef Shared* shared
    cdef Py_ssize_t total, count, run_count
    cdef Py_ssize_t element_room, piece_room, run_room
    cdef Py_ssize_t here, owner, hidden, linked, preformatted, border
    cdef bint truncated
    cdef list tags, attrs, texts, links, headings, labelled, objects, object_urls, object_alts
    cdef set hiding, blanks
    cdef Naming naming
    cdef str language

    def __cinit__(self, Recording recording):
        self.shared = <Shared*>PyMem_Calloc(1, sizeof(Shared))
        if self.shared == NULL:
            raise MemoryError
        self.here = self.owner = self.hidden = self.linked = self.preformatted = NOWHERE
        recording.learn()
        self.recording, self.head = recording, Head(recording.attributes)
        self.tags, self.attrs, self.texts, self.links = [], [], [], []
        self.headings, self.labelled = [], []
        self.objects, self.object_urls, self.object_alts = [], [], []
        self.hiding, self.blanks = set(), set()
        self.naming = Naming()
        self.language = ""

    def __dealloc__(self):
        PyMem_Free(self.shared)
        PyMem_Free(self.elements)
        PyMem_Free(self.pieces)
        PyMem_Free(self.runs)

    cdef Element* add_element(self, const Record* start, int what) except NULL:
        cdef Element* element
        self.elements = <Element*>with_room(self.elements, &self.element_room, self.total, sizeof(Element))
        element = &self.elements[self.total]
        element.parent, element.end, element.outer = self.here, 0, NOWHERE
        element.piece_start, element.piece_end = self.count, 0
        element.what = what
        tag = <object>self.recording.tags.texts[start.what]
        self.tags.append(tag)
        if what & HEADING and tag in HEADINGS:
            self.headings.append(number(self.total))
        self.total += 1
        return element

    cdef Word take_attributes(self, const Record* record) except? 0:
        """Keep an element's attributes, and the element by its class and id; return what they mean."""
        cdef Look* look
        if not record.size:
            self.attrs.append(NO_ATTRIBUTES)
            return 0
        look = seat_of(self.shared, record)
        if look.start == NULL:
            own = attributes_of(record, self.recording.attributes)
            self.attrs.append(own)
            look.seen = meanings_of(record, self.recording.attributes)
            look.of_class = self.naming.number_of(own["class"]) if has(look.seen, CLASS) else NOWHERE
            look.of_id = self.naming.number_of(own["id"]) if has(look.seen, ID) else NOWHERE
            look.start, look.own = record, <PyObject*>own
        else:
            self.attrs.append(<object>look.own)
        if look.of_class != NOWHERE:
            self.naming.add(look.of_class, self.total)
        if look.of_id != NOWHERE:
            self.naming.add(look.of_id, self.total)
        if look.seen & LABELLING:
            self.labelled.append(number(self.total))
        return look.seen

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
