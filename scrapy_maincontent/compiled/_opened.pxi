# The elements that are open while markup is read: which ones a tag implies and which it ends, as libxml2's parser has it.

cdef enum:  # how far a document has come
    BEFORE_HEAD = 0
    FROM_HEAD = 1
    FROM_BODY = 2

cdef struct Opened:
    int number  # of the tag
    int rule

cdef struct Reader:
    Tape* tape
    const char* at
    const char* end
    Opened* opened
    Py_ssize_t depth
    size_t room
    int come
    int mode  # how the text is read that comes next
    bint quiet  # it tells nothing
    Py_ssize_t misplaced  # start tags of html, head and body that were left out, and whose end tags are to be


cdef inline int innermost(const Reader* reader) noexcept nogil:
    """Return the rule of the innermost open element; `NOTHING` where none is open."""
    return reader.opened[reader.depth - 1].rule if reader.depth else NOTHING


cdef int tag_number(Reader* reader, const char* name, size_t size, uint32_t hash, int* rule) noexcept nogil:
    """Return a tag's number, and set its rule."""
    cdef Spellings* tags = &reader.tape.tags
    cdef int number = spelled(tags, name, size, hash)
    if number < 0:
        reader.tape.failed = True
        return number
    rule[0] = rule_of(&tags.items[number], letters_of(tags, number))
    return number


cdef void push(Reader* reader, int number, int rule) noexcept nogil:
    """Open an element, whose start is on the tape."""
    if not reserve(<void**>&reader.opened, &reader.room, (reader.depth + 1) * sizeof(Opened)):
        reader.tape.failed = True
        return
    reader.opened[reader.depth] = Opened(number, rule)
    reader.depth += 1
    if rules[rule].flags & IS_HEAD:
        reader.come = max(reader.come, <int>FROM_HEAD)
    elif rules[rule].flags & IS_BODY:
        reader.come = FROM_BODY


cdef void pop(Reader* reader) noexcept nogil:
    """End the innermost element."""
    reader.depth -= 1
    add_end(reader.tape, reader.opened[reader.depth].number)


cdef void push_implied(Reader* reader, const char* name) noexcept nogil:
    cdef size_t size = strlen(name)
    cdef int rule = UNKNOWN
    cdef int number = tag_number(reader, name, size, hash_of(name, size), &rule)
    if number >= 0:
        add_start(reader.tape, number)
        push(reader, number, rule)


cdef void close_for(Reader* reader, int rule) noexcept nogil:
    """End the elements that a start tag ends."""
    while reader.depth and closes(rule, innermost(reader)):
        pop(reader)


cdef void imply(Reader* reader, int rule) noexcept nogil:
    """Open html, head or body before an element that stands in them."""
    cdef int flags = rules[rule].flags
    cdef Py_ssize_t level
    if flags & IS_HTML:
        return
    if not reader.depth:
        push_implied(reader, "html")
    if flags & (IS_BODY | IS_HEAD):
        return
    if reader.depth <= 1 and flags & BEGINS_HEAD:
        if reader.come < FROM_HEAD:
            push_implied(reader, "head")
    elif not flags & WITHOUT_BODY and reader.come < FROM_BODY:
        for level in range(reader.depth):
            if rules[reader.opened[level].rule].flags & (IS_BODY | IS_HEAD):
                return
        push_implied(reader, "body")


cdef void begin_text_in_body(Reader* reader) noexcept nogil:
    """End the head, and imply a body, before text that is not blank."""
    if reader.depth and rules[innermost(reader)].flags & IS_HEAD:
        close_for(reader, PARAGRAPH)
    imply(reader, PARAGRAPH)


cdef bint is_misplaced(Reader* reader, int rule) noexcept nogil:
    """Tell whether a start tag is of an html, head or body that cannot begin here; such ones are counted."""
    cdef int flags = rules[rule].flags
    cdef Py_ssize_t level, before = reader.misplaced
    if flags & IS_HTML:
        reader.misplaced += reader.depth > 0
    elif flags & IS_HEAD:
        reader.misplaced += reader.depth != 1
    elif flags & IS_BODY:
        for level in range(reader.depth):
            reader.misplaced += rules[reader.opened[level].rule].flags & IS_BODY != 0
    return reader.misplaced != before


cdef void close_by(Reader* reader, int number, int rule) noexcept nogil:
    """Do what an end tag does."""
    cdef Py_ssize_t level = reader.depth - 1
    if reader.misplaced and rules[rule].flags & (IS_HTML | IS_HEAD | IS_BODY):
        reader.misplaced -= 1
        return
    while level >= 0 and reader.opened[level].number != number:
        if rules[reader.opened[level].rule].priority > rules[rule].priority:
            return
        level -= 1
    if level >= 0:
        while reader.depth > level:
            pop(reader)
