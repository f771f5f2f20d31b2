# The walk: core/flatten.py's loop, with an element's start, its end and the text between as functions.

cdef class Filler:
    """Gathers one page. The fields are what the variables of that name are in core/flatten.py."""

    cdef Element* elements
    cdef Piece* pieces
    cdef Run* runs
    cdef Shared* shared
    cdef Py_ssize_t total, count, run_count
    cdef Py_ssize_t element_room, piece_room, run_room, buffer_room
    cdef char* buffer  # for one text block
    cdef Py_ssize_t max_depth, max_elements
    cdef Py_ssize_t here, owner, hidden, linked, preformatted, marked, border, depth
    cdef Py_ssize_t parted, gap
    cdef Py_ssize_t too_deep  # open elements that are left out
    cdef const xmlNode* text  # the first node of a text that has not been taken yet
    cdef bint more  # there are others
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
        PyMem_Free(self.buffer)

    cdef int walk(self, const xmlNode* node, bint whole) except -1:
        """Go over a tree in document order."""
        cdef Py_ssize_t level = 0
        while True:
            if node.type == XML_ELEMENT_NODE:
                if self.start(node):
                    if self.full:
                        break
                    if node.children != NULL:
                        node = node.children
                        level += 1
                        continue
                    self.end(node)
            elif is_text(node):
                if node.content != NULL and node.content[0]:
                    if self.text == NULL:
                        self.text = node
                    else:
                        self.more = True
            elif not is_aside(node):
                raise ValueError("something that no HTML parser makes")
            while level and node.next == NULL:
                node = node.parent
                level -= 1
                self.end(node)
            node = node.next if level or whole else NULL
            if node == NULL:
                break
        return 0

    cdef int start(self, const xmlNode* node) except -1:
        """Take an element's start; return whether to go on below it."""
        cdef Name* name = look_up(&tag_names, <const char*>node.name)
        cdef int what = name.meaning
        cdef int kind = what & KIND
        cdef int seen = 0
        tag = <str>name.text
        if node.ns != NULL:
            raise ValueError("an element with a name space")
        if self.text != NULL:
            self.take_text()
        if kind == BLOCK:
            self.part()
        elif kind <= BREAK:
            if kind == BREAK:
                self.add_run(True)
            elif kind == HEAD and may_tell(node, tag):
                own = own_attributes(node, &seen)
                if tells(tag, own):
                    self.heads.append((tag, own, texts_in(node)))
            return 0
        self.depth += 1
        if self.depth == 1:
            self.begin(node)
        if self.depth > self.max_depth:
            self.truncated = True
            self.too_deep += 1
            return 1
        return self.record(node, tag, what)

    cdef int begin(self, const xmlNode* node) except -1:
        """Begin a document, or go on in its body behind a premature end."""
        cdef int seen = 0
        cdef Py_ssize_t child = 1, last = 0
        if not self.total:
            self.language = own_attributes(node, &seen).get("lang", "").strip().lower()
            return 0
        while child < self.elements[0].end:
            last, child = child, self.elements[child].end
        if self.tags[last] != "body":
            last = 0
        self.here = self.owner = last
        self.hidden = self.marked = 0 if 0 in self.hiding else last if last in self.hiding else NOWHERE
        self.depth = 3 if last else 2
        return 0

    cdef int record(self, const xmlNode* node, str tag, int what) except -1:
        """Enter an element; return whether to go on below it."""
        cdef int kind = what & KIND
        cdef int seen = 0
        cdef Py_ssize_t here = self.total
        cdef Element* element
        own = shared_attributes(self.shared, node, &seen)
        self.elements = <Element*>with_room(self.elements, &self.element_room, here, sizeof(Element))
        element = &self.elements[here]
        element.parent, element.end, element.outer = self.here, 0, NOWHERE
        element.piece_start, element.piece_end = self.count, 0
        element.what = what
        self.total += 1
        self.tags.append(tag)
        self.attrs.append(own)
        if seen & CLASS:
            self.name(<str>(<dict>own)["class"], here)
        if seen & ID:
            self.name(<str>(<dict>own)["id"], here)
        if kind == OBJECT:
            self.objects.append(([own, *sources_in(node)], here))
            element.end, element.piece_end = self.total, self.count
            self.depth -= 1
            return 0
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
        return 1

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
            if last.linked and not (self.texts[self.count - 1].isspace() if last.data == NULL else is_space(last.data)):
                self.add_blank()
        if self.linked < 0:
            self.linked = self.marked = here
        return 0

    cdef int end(self, const xmlNode* node) except -1:
        """Take an element's end."""
        cdef Py_ssize_t here = self.here
        if self.text != NULL:
            self.take_text()
        self.depth -= 1
        if self.too_deep:
            self.too_deep -= 1
            if look_up(&tag_names, <const char*>node.name).meaning & KIND == BLOCK:
                self.part()
            return 0
        if here == self.owner:
            self.part()
            self.owner = self.elements[here].outer
        self.parted = NOWHERE if self.elements[here].what & UNPARTED or self.elements[here].piece_start == self.count else self.count
        self.gap = NOWHERE
        self.elements[here].end, self.elements[here].piece_end = self.total, self.count
        if here == self.marked:
            self.hidden = NOWHERE if here == self.hidden else self.hidden
            self.linked = NOWHERE if here == self.linked else self.linked
            self.preformatted = NOWHERE if here == self.preformatted else self.preformatted
            self.marked = max(self.hidden, self.linked, self.preformatted)
        self.here = self.elements[here].parent
        return 0

    cdef int take_text(self) except -1:
        """Make a piece of the text since the last tag, unless it is white space between blocks."""
        cdef const xmlNode* node = self.text
        cdef const unsigned char* data = <const unsigned char*>node.content
        cdef Py_ssize_t size = 0
        cdef bint between = self.border == self.count and self.preformatted < 0
        self.text = NULL
        if self.more:
            self.more = False
            text, data = text_from(node), NULL
            if between and text.isspace():
                return 0
        else:
            if between and is_space(data):
                return 0
            size = strlen(<const char*>data)
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

    cdef char* buffer_of(self, Py_ssize_t size) except NULL:
        """Return room for ``size`` bytes, until the next call."""
        cdef char* buffer
        if self.buffer == NULL or size > self.buffer_room:
            buffer = <char*>PyMem_Realloc(self.buffer, 2 * size + 1)
            if buffer == NULL:
                raise MemoryError
            self.buffer, self.buffer_room = buffer, 2 * size
        return self.buffer
