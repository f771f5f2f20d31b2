# Names of tags or attributes on a tape, by their spelling; each has one number.

cdef enum:
    HEADS = 512  # a power of two
    MOST_NAMES = 16384  # of one page
    LONGEST_CHAIN = 100  # names of one head, however they were chosen

cdef struct Spelling:
    Py_ssize_t start  # in the letters
    size_t size
    uint32_t hash
    int next  # one with the same head
    int rule  # what is known of a tag
    Py_ssize_t place  # where the element starts on the tape that had this attribute last

cdef struct Spellings:
    Spelling* items
    Py_ssize_t count
    size_t room  # bytes
    char* letters  # of all names, each closed by a NUL
    size_t letter_size
    size_t letter_room
    int heads[HEADS]  # numbers and one


cdef bint reserve(void** memory, size_t* room, size_t wanted) noexcept nogil:
    """Make room for so many bytes; tell whether there is."""
    cdef void* larger
    if wanted <= room[0]:
        return True
    wanted += wanted // 2 + 4096
    larger = realloc(memory[0], wanted)
    if larger == NULL:
        return False
    memory[0], room[0] = larger, wanted
    return True


cdef enum:
    FIRST_HASH = 0x811C9DC5


cdef inline uint32_t hashed(uint32_t hash, char letter) noexcept nogil:
    """Return the hash of a name that goes on with a letter."""
    return (hash ^ <unsigned char>letter) * <uint32_t>0x01000193


cdef uint32_t hash_of(const char* name, size_t size) noexcept nogil:
    cdef uint32_t hash = FIRST_HASH
    cdef size_t index
    for index in range(size):
        hash = hashed(hash, name[index])
    return hash


cdef inline const char* letters_of(const Spellings* names, int number) noexcept nogil:
    return names.letters + names.items[number].start


cdef int spelled(Spellings* names, const char* name, size_t size, uint32_t hash) noexcept nogil:
    """Return the number of a name; -1 where there is no room for it."""
    cdef int* head = &names.heads[(hash ^ hash >> 16) & (HEADS - 1)]
    cdef int number = head[0] - 1, passed = 0
    cdef Spelling* item
    while number >= 0:
        item = &names.items[number]
        if item.hash == hash and item.size == size and not memcmp(names.letters + item.start, name, size):
            return number
        number = item.next
        passed += 1
    if passed >= LONGEST_CHAIN:
        return -1
    number = <int>names.count
    if (
        number >= MOST_NAMES
        or not reserve(<void**>&names.items, &names.room, (number + 1) * sizeof(Spelling))
        or not reserve(<void**>&names.letters, &names.letter_room, names.letter_size + size + 1)
    ):
        return -1
    item = &names.items[number]
    item.start, item.size, item.hash, item.next = names.letter_size, size, hash, head[0] - 1
    item.rule, item.place = NOTHING, NOTHING
    memcpy(names.letters + item.start, name, size)
    names.letters[item.start + size] = 0
    names.letter_size += size + 1
    names.count += 1
    head[0] = number + 1
    return number
