# Names and attributes in tags, and texts between them.

cdef int read_name(Reader* reader, bint of_tag, int* rule) noexcept nogil:
    """Read the name of a tag, or of an attribute; return its number, -1 where it has none."""
    cdef char name[LONGEST_NAME_READ]
    cdef uint32_t hash = FIRST_HASH
    cdef const char* at = reader.at
    cdef size_t size = 0, bytes
    cdef char stop = c" " if of_tag else c"="
    cdef int number
    while at < reader.end and not (size and (of_kind(at[0], ENDS_NAME) or at[0] == stop)):
        bytes = bytes_at(at)
        if not bytes:
            reader.tape.failed = True
            return NOTHING
        if size + bytes <= LONGEST_NAME_READ:
            while bytes:
                name[size] = small_letters[<unsigned char>at[0]]
                hash = hashed(hash, name[size])
                size, at, bytes = size + 1, at + 1, bytes - 1
        at += bytes
    reader.at = at
    if of_tag:
        return tag_number(reader, name, size, hash, rule)
    number = spelled(&reader.tape.attributes, name, size, hash)
    if number < 0:
        reader.tape.failed = True
    return number


cdef inline size_t bytes_at(const char* at) noexcept nogil:
    """Return how many bytes the character has that stands here; 0 where it is none."""
    cdef unsigned char lead = at[0]
    cdef size_t size, index
    if lead < 0x80:
        return 1
    size = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    for index in range(1, size):
        if <unsigned char>at[index] & 0xC0 != 0x80:
            return 0
    return size if lead >= 0xC2 else 0


cdef void read_attributes(Reader* reader, bint is_kept) noexcept nogil:
    """Read up to the end of a tag: to ``>``, to ``/>``, or to where there is nothing more."""
    cdef int number
    skip_blanks(reader)
    while reader.at < reader.end and reader.at[0] != c">" and not reader.tape.failed:
        if reader.at[0] == c"/":
            if reader.at[1] == c">":
                break
            reader.at += 1
        else:
            number = read_name(reader, False, NULL)
            skip_blanks(reader)
            read_value(reader, number, is_kept)
        skip_blanks(reader)


cdef void read_value(Reader* reader, int number, bint is_kept) noexcept nogil:
    """Read an attribute's value, if it has one; of attributes with the same name the first one counts."""
    cdef const char* first = reader.at
    cdef const char* last = first
    cdef Spelling* name
    if first[0] == c"=":
        reader.at += 1
        skip_blanks(reader)
        first = reader.at
        if first[0] == c'"' or first[0] == c"'":
            last = find(first + 1, reader.end, first[0])
            first += 1
            reader.at = last + (last < reader.end)
        else:
            last = first
            while last < reader.end and last[0] != c">" and not of_kind(last[0], BLANK):
                last += 1
            reader.at = last
    if is_kept and number >= 0:
        name = &reader.tape.attributes.items[number]
        if name.place != reader.tape.last:
            name.place = reader.tape.last
            keep_value(reader.tape, number, first, last)


cdef void keep_value(Tape* tape, int number, const char* first, const char* last) noexcept nogil:
    cdef size_t size = last - first
    cdef char* place
    if is_plain(first, last):
        add_attribute(tape, number, first, size)
        return
    place = begin_attribute(tape, number, 2 * size)
    if place != NULL:
        end_attribute(tape, place, decode_into(place, first, last, True, True))


cdef void read_text(Reader* reader) noexcept nogil:
    """Read text up to the next ``<``."""
    cdef const char* first = reader.at
    cdef const char* last = find(first, reader.end, c"<")
    reader.at = last
    if reader.depth and not rules[innermost(reader)].flags & (IS_HTML | IS_HEAD):
        keep_text(reader.tape, first, last, True)
    else:
        read_outside(reader, first, last)


cdef void read_outside(Reader* reader, const char* first, const char* last) noexcept nogil:
    """Keep text that stands outside the body: blanks where they are, all else in the body."""
    cdef char* text = <char*>malloc(2 * (last - first) + 1)
    cdef size_t size, blanks = 0
    if text == NULL:
        reader.tape.failed = True
        return
    size = decode_into(text, first, last, True, False)
    while blanks < size and of_kind(text[blanks], BLANK):
        blanks += 1
    add_text(reader.tape, text, blanks)
    if blanks < size:
        begin_text_in_body(reader)
        add_text(reader.tape, text + blanks, size - blanks)
    free(text)


cdef void keep_text(Tape* tape, const char* first, const char* last, bint with_references) noexcept nogil:
    cdef size_t size = last - first
    cdef char* place
    if is_plain(first, last):
        add_text(tape, first, size)
        return
    place = begin_text(tape, 2 * size)
    if place != NULL:
        end_text(tape, decode_into(place, first, last, with_references, False))


cdef void read_raw_text(Reader* reader) noexcept nogil:
    """Read the text of a script and the like, up to its end tag."""
    cdef const char* first = reader.at
    cdef int number = reader.opened[reader.depth - 1].number
    cdef const Spelling* tag = &reader.tape.tags.items[number]
    cdef const char* name = letters_of(&reader.tape.tags, number)
    if reader.mode == PLAIN_TEXT:
        reader.at = reader.end
    elif reader.mode == SCRIPT:
        reader.at = script_end(first, reader.end, name, tag.size)
    else:
        reader.at = raw_text_end(first, reader.end, name, tag.size)
    if reader.at > first and not reader.quiet:
        keep_text(reader.tape, first, reader.at, reader.mode == WITH_REFERENCES)
    reader.mode = MARKUP
    reader.quiet = False


cdef const char* raw_text_end(const char* at, const char* end, const char* name, size_t size) noexcept nogil:
    """Return where the end tag of this name is next, ``end`` where it is not."""
    while True:
        at = find(at, end, c"<")
        if at == end or (at[1] == c"/" and is_tag(at + 2, end, name, size)):
            return at
        at += 1


cdef bint is_tag(const char* at, const char* end, const char* name, size_t size) noexcept nogil:
    """Tell whether a tag's name stands here, and what ends a name behind it."""
    cdef size_t index = 0
    while index < size and at + index < end and at[index] | 0x20 == name[index]:
        index += 1
    return index == size and at + size < end and of_kind(at[size], ENDS_NAME)


cdef enum:  # where in a script something stands
    IN_SCRIPT = 0
    IN_COMMENT = 1
    IN_COMMENTED_SCRIPT = 2


cdef const char* script_end(const char* at, const char* end, const char* name, size_t size) noexcept nogil:
    """Return where a script ends: at an end tag that closes no script in a comment."""
    cdef int where = IN_SCRIPT
    while at < end:
        if where == IN_SCRIPT:
            at = find(at, end, c"<")
            if at == end:
                break
            if is_comment(at):
                where = IN_COMMENT
        if at[0] == c"-":
            if where != IN_SCRIPT and at[1] == c"-" and at[2] == c">":
                where = IN_SCRIPT
        elif at[0] == c"<":
            if at[1] == c"/" and is_tag(at + 2, end, name, size):
                if where != IN_COMMENTED_SCRIPT:
                    return at
                where = IN_COMMENT
            elif where == IN_COMMENT and is_tag(at + 1, end, name, size):
                where = IN_COMMENTED_SCRIPT
        at += 1
    return end
