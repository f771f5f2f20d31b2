# Markup -> tape, as libxml2's HTML parser reads it: tags, texts and what tells nothing.
#
# All markup is without NUL, and has one behind its end.

cdef enum:
    BLANK = 1  # what a byte is
    ENDS_NAME = 2
    LETTER = 4
    DIGIT = 8
    LONGEST_NAME_READ = 100  # bytes that are kept of a name

cdef unsigned char kinds[256]
cdef char small_letters[256]
for _code in range(256):
    kinds[_code] = (
        BLANK * (_code in b" \t\n\f\r")
        | ENDS_NAME * (_code in b" \t\n\f\r/>")
        | LETTER * (_code in string.ascii_letters.encode())
        | DIGIT * (_code in string.digits.encode())
    )
    small_letters[_code] = bytes([_code]).lower()[0]


cdef inline bint of_kind(char letter, int kind) noexcept nogil:
    return kinds[<unsigned char>letter] & kind != 0


cdef bint is_letter_or_digit(char letter) noexcept nogil:
    return of_kind(letter, LETTER | DIGIT)


cdef inline const char* find(const char* at, const char* end, char letter) noexcept nogil:
    """Return where a letter is next, ``end`` where it is not."""
    cdef const char* found = <const char*>memchr(at, letter, end - at) if at < end else NULL
    return end if found == NULL else found


cdef inline const char* past(const char* at, const char* end, char letter) noexcept nogil:
    """Return the place behind the next such letter."""
    at = find(at, end, letter)
    return at + (at < end)


cdef inline void skip_blanks(Reader* reader) noexcept nogil:
    while of_kind(reader.at[0], BLANK):
        reader.at += 1


cdef bint is_plain(const char* at, const char* end) noexcept nogil:
    """Tell whether a text is read as it stands."""
    return find(at, end, c"&") == end and find(at, end, c"\r") == end


cdef void read_document(Reader* reader) noexcept nogil:
    """Read all there is."""
    skip_asides(reader)
    if is_doctype(reader.at):
        reader.at = past(reader.at, reader.end, c">")
    skip_asides(reader)
    while reader.at < reader.end and not reader.tape.failed:
        if reader.mode:
            read_raw_text(reader)
        elif reader.at[0] != c"<":
            read_text(reader)
        else:
            read_tag(reader)
    while reader.depth:
        pop(reader)


cdef void skip_asides(Reader* reader) noexcept nogil:
    """Skip blanks, comments and instructions before the document."""
    skip_blanks(reader)
    while reader.at[0] == c"<" and (reader.at[1] == c"?" or is_comment(reader.at)):
        skip_aside(reader)
        skip_blanks(reader)


cdef bint is_comment(const char* at) noexcept nogil:
    return at[1] == c"!" and at[2] == c"-" and at[3] == c"-"


cdef bint is_doctype(const char* at) noexcept nogil:
    cdef int place = 0
    if at[0] != c"<" or at[1] != c"!":
        return False
    while place < 7 and small_letters[<unsigned char>at[2 + place]] == (<const char*>b"doctype")[place]:
        place += 1
    return place == 7


cdef void skip_aside(Reader* reader) noexcept nogil:
    """Skip a comment, an instruction, or anything else that tells nothing, from its ``<`` on."""
    cdef const char* at = reader.at
    cdef const char* end = reader.end
    if not is_comment(at):
        reader.at = past(at, end, c">")
        return
    at += 4
    if at[0] == c">" or (at[0] == c"-" and at[1] == c">"):
        reader.at = past(at, end, c">")
        return
    while True:
        at = find(at, end, c"-")
        if at == end:
            break
        if at[1] == c"-" and (at[2] == c">" or (at[2] == c"!" and at[3] == c">")):
            at = past(at, end, c">")
            break
        at += 1
    reader.at = at


cdef void read_tag(Reader* reader) noexcept nogil:
    """Read what begins with ``<``."""
    cdef char next = reader.at[1]
    if of_kind(next, LETTER):
        read_start(reader)
    elif next == c"/":
        read_end(reader)
    elif next == c"!" or next == c"?":
        skip_aside(reader)
    else:
        begin_text_in_body(reader)
        add_text(reader.tape, reader.at, 1)
        reader.at += 1


cdef void read_end(Reader* reader) noexcept nogil:
    """Read an end tag."""
    cdef int rule = UNKNOWN, number
    if reader.at + 2 >= reader.end:
        begin_text_in_body(reader)
        add_text(reader.tape, reader.at, 2)
        reader.at = reader.end
    elif not of_kind(reader.at[2], LETTER):
        reader.at = past(reader.at, reader.end, c">")
    else:
        reader.at += 2
        number = read_name(reader, True, &rule)
        read_attributes(reader, False)
        if reader.at < reader.end and number >= 0:
            reader.at += 1 if reader.at[0] == c">" else 2
            close_by(reader, number, rule)


cdef void read_start(Reader* reader) noexcept nogil:
    """Read a start tag."""
    cdef int rule = UNKNOWN, number
    cdef bint is_kept
    reader.at += 1
    number = read_name(reader, True, &rule)
    if number < 0:
        return
    close_for(reader, rule)
    imply(reader, rule)
    is_kept = not is_misplaced(reader, rule)
    if is_kept:
        add_start(reader.tape, number)
    read_attributes(reader, is_kept)
    if is_kept and reader.at < reader.end:
        push(reader, number, rule)
    elif is_kept:
        reader.tape.size = reader.tape.last  # no end, no tag
    # Where the tag is left out, this is about the element around it.
    if not reader.depth or reader.at >= reader.end or reader.tape.failed:
        return
    if reader.at[0] == c"/":
        reader.at += 2
        pop(reader)
        return
    reader.at += 1
    rule = innermost(reader)
    if rules[rule].flags & IS_EMPTY:
        pop(reader)
    elif rules[rule].mode:
        reader.mode = rules[rule].mode
        reader.quiet = rules[rule].flags & IS_SKIPPED or (reader.mode == SCRIPT and not has_long_type(reader.tape))


cdef bint has_long_type(Tape* tape) noexcept nogil:
    """Tell whether the script that started last may hold JSON-LD: few have a type as long as its."""
    cdef const Record* record = <const Record*>(tape.data + tape.last)
    cdef const Field* field = first_field(record)
    cdef const void* end = behind(record)
    while field != end:
        if not strcmp(letters_of(&tape.attributes, field.name), "type"):
            return <Py_ssize_t>field.size >= JSON_LD_LENGTH
        field = next_field(field)
    return False
