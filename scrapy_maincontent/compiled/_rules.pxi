# What is known of tags (compiled/tag_rules.py), by their spelling.

cdef enum:
    MOST_RULES = 128  # two words of bits
    RULE_SEATS = 512  # a power of two
    LONGEST_TAG = 12
    UNKNOWN = 0  # the rule of all other tags

cdef enum:  # what a tag is, as bits
    IS_EMPTY = 1
    BEGINS_HEAD = 2
    WITHOUT_BODY = 4
    IS_HTML = 8
    IS_HEAD = 16
    IS_BODY = 32
    IS_SKIPPED = 64  # whatever stands in it tells nothing

cdef enum:  # how what stands in an element is read
    MARKUP = 0
    WITH_REFERENCES = 1
    RAW_TEXT = 2
    SCRIPT = 3
    PLAIN_TEXT = 4

cdef struct Rule:
    char name[LONGEST_TAG]
    Py_ssize_t size
    int flags
    int mode
    int priority
    Word closes[2]  # a bit for the rule of each tag that it ends

cdef Rule rules[MOST_RULES]
cdef unsigned char rule_seats[RULE_SEATS]


cdef inline size_t rule_seat(uint32_t hash) noexcept nogil:
    return (hash ^ hash >> 16) & (RULE_SEATS - 1)


cdef int rule_of(Spelling* tag, const char* name) noexcept nogil:
    """Return the number of a tag's rule."""
    cdef size_t seat
    cdef int number
    if tag.rule == NOTHING:
        tag.rule = UNKNOWN
        seat = rule_seat(tag.hash)
        while rule_seats[seat]:
            number = rule_seats[seat]
            if rules[number].size == <Py_ssize_t>tag.size and not memcmp(rules[number].name, name, tag.size):
                tag.rule = number
            seat = (seat + 1) & (RULE_SEATS - 1)
    return tag.rule


cdef inline bint closes(int rule, int opened) noexcept nogil:
    """Tell whether a tag ends an open element."""
    return rules[rule].closes[opened >> 6] >> (opened & 63) & 1


cdef int learn_rules() except -1:
    cdef dict numbers = {}
    cdef int number, opened
    cdef size_t seat
    cdef Rule* rule
    closing = {tag: names.split() for tag, names in tag_rules.CLOSED_BY.items()}
    tags = {*closing, *sum(closing.values(), []), *tag_rules.END_PRIORITY, *tag_rules.EMPTY, *tag_rules.IN_HEAD}
    tags |= {*tag_rules.WITHOUT_BODY, *tag_rules.RAW_TEXT, *tag_rules.WITH_REFERENCES, "script", "plaintext"}
    if len(tags) >= MOST_RULES or max(map(len, tags)) > LONGEST_TAG:
        raise ValueError("more tags than there is room for")
    rules[UNKNOWN].priority = tag_rules.OTHER_PRIORITY
    for number, tag in enumerate(sorted(tags), UNKNOWN + 1):
        numbers[tag], rule = number, &rules[number]
        spelling = tag.encode()
        rule.size = len(spelling)
        memcpy(rule.name, bytes_of(spelling), rule.size)
        rule.priority = tag_rules.END_PRIORITY.get(tag, tag_rules.OTHER_PRIORITY)
        rule.flags = (
            IS_EMPTY * (tag in tag_rules.EMPTY)
            | BEGINS_HEAD * (tag in tag_rules.IN_HEAD)
            | WITHOUT_BODY * (tag in tag_rules.WITHOUT_BODY)
            | IS_HTML * (tag == "html")
            | IS_HEAD * (tag == "head")
            | IS_BODY * (tag == "body")
            | IS_SKIPPED * (KINDS.get(tag) == SKIP)
        )
        rule.mode = (
            WITH_REFERENCES * (tag in tag_rules.WITH_REFERENCES)
            | RAW_TEXT * (tag in tag_rules.RAW_TEXT)
            | SCRIPT * (tag == "script")
            | PLAIN_TEXT * (tag == "plaintext")
        )
        seat = rule_seat(hash_of(rule.name, rule.size))
        while rule_seats[seat]:
            seat = (seat + 1) & (RULE_SEATS - 1)
        rule_seats[seat] = <unsigned char>number
    for tag, others in closing.items():
        opened = numbers[tag]
        for other in others:
            rules[<int>numbers[other]].closes[opened >> 6] |= <Word>1 << (opened & 63)
    return 0


learn_rules()
cdef int PARAGRAPH = 0
for _number in range(MOST_RULES):
    if rules[<int>_number].size == 1 and rules[<int>_number].name[0] == c"p":
        PARAGRAPH = _number
