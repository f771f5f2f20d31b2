# What was gathered -> the lists of a Page.

cdef tuple text_blocks(Filler filler):
    """Return texts, owners, first pieces, piece ends, whether hidden and whether after a break, for each text block."""
    cdef list texts = [], owners = [], starts = [], ends = [], hides = [], breaks = []
    cdef Py_ssize_t number, owner, broken = NOWHERE
    cdef Run* run
    cdef str text
    for number in range(filler.run_count):
        run = &filler.runs[number]
        owner = run.owner if run.owner > 0 else 0
        if run.start != run.end:
            text = block_text(filler, run)
            if text:
                texts.append(text)
                owners.append(owner)
                starts.append(run.start)
                ends.append(run.end)
                hides.append(run.hidden)
                breaks.append(broken == owner)
                broken = NOWHERE
        if run.by_break:
            broken = owner
    return texts, owners, starts, ends, hides, breaks


cdef str block_text(Filler filler, const Run* run):
    cdef Py_ssize_t index, size = 0, room = 0
    cdef const Piece* piece
    cdef str text
    cdef char* collapsed
    if run.preformatted:
        text = "".join(filler.texts[run.start : run.end])
        return text.strip("\r\n").rstrip()
    for index in range(run.start, run.end):
        piece = &filler.pieces[index]
        if piece.data == NULL:
            return collapse("".join(filler.texts[run.start : run.end]))
        room += strlen(<const char*>piece.data)
    collapsed = <char*>PyMem_Malloc(room + 1)
    if collapsed == NULL:
        raise MemoryError
    try:
        for index in range(run.start, run.end):
            size = collapse_into(collapsed, size, filler.pieces[index].data)
            if size == WIDE:
                return collapse("".join(filler.texts[run.start : run.end]))
        if run.end == run.start + 1 and size == room and not memcmp(collapsed, filler.pieces[run.start].data, size):
            if not size or collapsed[size - 1] != c" ":
                return filler.texts[run.start]
        if size and collapsed[size - 1] == c" ":
            size -= 1
        return decoded(collapsed, size, NULL)
    finally:
        PyMem_Free(collapsed)


cdef list linked_pieces(Filler filler):
    cdef list linked = []
    cdef Py_ssize_t index
    for index in range(filler.count):
        linked.append(filler.pieces[index].linked)
    return linked


cdef int write(Filler filler, page) except -1:
    """Put everything into an empty page."""
    blocks = text_blocks(filler)
    page.texts, page.owners, page.text_starts, page.text_ends, page.hidden, page.breaks = blocks
    if filler.total:
        page.parents = numbers(&filler.elements.parent, sizeof(Element), filler.total)
        page.ends = numbers(&filler.elements.end, sizeof(Element), filler.total)
        page.piece_starts = numbers(&filler.elements.piece_start, sizeof(Element), filler.total)
        page.piece_ends = numbers(&filler.elements.piece_end, sizeof(Element), filler.total)
    page.tags, page.attrs, page.links, page.hiding = filler.tags, filler.attrs, filler.links, filler.hiding
    page.pieces, page.linked = filler.texts, linked_pieces(filler)
    page.language = filler.language
    page.truncated = page.truncated or filler.truncated
    for tag, own, texts in filler.heads:
        read_head(tag, own, texts, page)
    for own, sources, here in filler.objects:
        read_object(own, sources, here, page)
    return 0
