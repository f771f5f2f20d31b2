# The walk: core/flatten.py's loop, with an element's start, its end and the text between as functions.

cdef class Filler(Gathered):
    """Goes over a tape. The fields are what the variables of that name are in core/flatten.py."""

    cdef Py_ssize_t max_depth, max_elements
    cdef Py_ssize_t marked, depth, parted, gap
    cdef Py_ssize_t too_deep  # open elements that are left out
    cdef const Record* text  # one that has not been taken yet
    cdef const Record* stop  # the end of the tape
    cdef bint full

    def __cinit__(self, Recording recording):
        self.marked = self.parted = self.gap = NOWHERE
        self.stop = <const Record*>(recording.tape.data + recording.tape.size)

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
        cdef int what = self.recording.tags.meanings[record.what]
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
                self.head.take(self.recording, record, end)
            return end if end == self.stop else behind(end)
        self.depth += 1
        if self.depth == 1:
            self.begin(record)
        if self.depth > self.max_depth:
            self.truncated = True
            self.too_deep += 1
            return behind(record)
        return self.record(record, what)

    cdef int begin(self, const Record* record) except -1:
        """Begin a document, or go on in its body behind a premature end."""
        cdef Py_ssize_t child = 1, last = 0
        if not self.total:
            self.language = value_by(record, self.recording.attributes, LANG).strip().lower()
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
        cdef Word seen = self.take_attributes(record)
        element = self.add_element(record, what)
        if kind == OBJECT:
            self.depth -= 1
            return self.take_object(record, here)
        self.here = here
        if kind == BLOCK:
            element.outer = self.owner
            self.owner = here
            if what & PRE and self.preformatted < 0:
                self.preformatted = self.marked = here
        elif kind == LINK and has(seen, HREF):
            self.begin_link(here)
        if self.parted == self.count:
            self.parted = NOWHERE
            self.gap = NOWHERE if what & UNPARTED else self.count
        if self.hidden < 0 and (
            has(seen, HIDDEN) or has(seen, HIDING_STYLE) or (what & HIDES and not has(seen, OPEN))
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
        find_sources(self.recording, record, end, &sources)
        self.objects.append(here)
        self.object_urls.append(address_in(self.recording, &sources))
        self.object_alts.append(collapse(first_value(self.recording, &sources, ALT_CODES)))
        self.elements[here].end, self.elements[here].piece_end = self.total, self.count
        return end if end == self.stop else behind(end)

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
            if self.recording.tags.meanings[record.size] & KIND == BLOCK:
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
