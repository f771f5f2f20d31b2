# What was gathered -> the lists of a Page.

cdef tuple text_blocks(Filler filler):
    """Return texts, owners, first pieces, piece ends, whether hidden and whether after a break, for each text block."""
    cdef list texts = [], owners = [], starts = [], ends = [], hides = [], breaks = []
    cdef Py_ssize_t index, owner, broken = NOWHERE
    cdef Run* run
    cdef str text
    cdef Scratch scratch = Scratch()
    for index in range(filler.run_count):
        run = &filler.runs[index]
        owner = run.owner if run.owner > 0 else 0
        if run.start != run.end:
            text = block_text(filler, run, scratch)
            if text:
                texts.append(text)
                owners.append(number(owner))
                starts.append(number(run.start))
                ends.append(number(run.end))
                hides.append(run.hidden)
                breaks.append(broken == owner)
                broken = NOWHERE
        if run.by_break:
            broken = owner
    return texts, owners, starts, ends, hides, breaks


cdef str block_text(Filler filler, const Run* run, Scratch scratch):
    """Return the text of a run, with its white space collapsed unless it is preformatted."""
    cdef Py_ssize_t index, size = 0, room = 0
    cdef char* collapsed
    cdef str text
    if run.preformatted:
        text = "".join(filler.texts[run.start : run.end])
        return text.strip("\r\n").rstrip()
    for index in range(run.start, run.end):
        room += filler.pieces[index].size
    collapsed = scratch.room_for(room)
    for index in range(run.start, run.end):
        size = collapse_into(collapsed, size, filler.pieces[index].data)
        if size == WIDE:
            return collapse("".join(filler.texts[run.start : run.end]))
    if size and collapsed[size - 1] == c" ":
        size -= 1
    if run.end == run.start + 1 and size == room and not memcmp(collapsed, filler.pieces[run.start].data, size):
        return filler.texts[run.start]
    return decoded(collapsed, size, NULL)


cdef list linked_pieces(Filler filler):
    cdef list linked = []
    cdef Py_ssize_t index
    for index in range(filler.count):
        linked.append(filler.pieces[index].linked)
    return linked


cdef tuple visible_characters(Filler filler):
    """Return what core/columns.py's `visible` does."""
    cdef Py_ssize_t index, everything = 0, inside = 0
    cdef list lengths = [], before = [number(0)], linked_before = [number(0)]
    cdef const Piece* piece
    for index in range(filler.count):
        piece = &filler.pieces[index]
        everything += piece.visible
        if piece.linked:
            inside += piece.visible
        lengths.append(number(piece.visible))
        before.append(number(everything))
        linked_before.append(number(inside))
    return lengths, before, linked_before


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
    page.names = filler.naming.finished()
    page.pieces, page.linked, page.blanks = filler.texts, linked_pieces(filler), filler.blanks
    page.visible_column, page.heading_column, page.labelled_column = (
        visible_characters(filler), filler.headings, filler.labelled
    )
    page.language = filler.language
    page.truncated = page.truncated or filler.truncated
    page.objects, page.object_urls, page.object_alts = filler.objects, filler.object_urls, filler.object_alts
    return filler.head.write(page)
