# Texts as bytes, several bytes at once.

cdef extern from *:
    """
    /* Loops are written so that a compiler takes several numbers at once; GCC also for processors that take more. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define WIDE
    #endif

    /* What `str.split` splits at, of ASCII. */
    #define is_gap(code) ((unsigned char)((code) - 9) < 5 || (unsigned char)((code) - 28) < 5)

    /* Return how many words a text in ASCII has. */
    WIDE static Py_ssize_t words_in(const unsigned char *text, Py_ssize_t size) {
        Py_ssize_t words = size && !is_gap(text[0]), start, stop, index;
        for (start = 1; start < size; start = stop) {
            unsigned char begun = 0;
            stop = size - start > 255 ? start + 255 : size;
            for (index = start; index < stop; index++)
                begun += is_gap(text[index - 1]) & !is_gap(text[index]);
            words += begun;
        }
        return words;
    }

    /* Return a hash whose lowest and highest bits depend on all bytes. For tables that no page has a say in: it is easy
       to find texts of the same hash. */
    static uint64_t hash_of_bytes(int kind, const char *data, Py_ssize_t size) {
        uint64_t hash = 0x9E3779B97F4A7C15u * (uint64_t)(size + 1) ^ (uint64_t)kind << 56, part;
        uint32_t first, last;
        for (; size > 8; data += 8, size -= 8) {
            memcpy(&part, data, 8);
            hash = (hash ^ part) * 0xBF58476D1CE4E5B9u;
            hash ^= hash >> 32;
        }
        part = 0;
        if (size >= 4) {
            memcpy(&first, data, 4);
            memcpy(&last, data + size - 4, 4);
            part = (uint64_t)first << 32 | last;
        } else if (size) {
            part = (uint64_t)(unsigned char)data[0] << 16 | (uint64_t)(unsigned char)data[size / 2] << 8
                | (unsigned char)data[size - 1];
        }
        hash = (hash ^ part) * 0x94D049BB133111EBu;
        hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u;
        return hash ^ hash >> 32;
    }
    """
    Py_ssize_t words_in(const unsigned char* text, Py_ssize_t size) noexcept
    uint64_t hash_of_bytes(int kind, const char* data, Py_ssize_t size) noexcept


cdef bint is_ascii(const char* data, Py_ssize_t size) noexcept:
    cdef Py_ssize_t index
    cdef unsigned char all_bits = 0
    for index in range(size):
        all_bits |= <unsigned char>data[index]
    return all_bits < 0x80
