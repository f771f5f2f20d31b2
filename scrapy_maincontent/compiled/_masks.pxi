# What the boosted trees do to many numbers at once.

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define ONLY __restrict
    static unsigned int lowest_bit(uint32_t bits) {
        unsigned long number;
        _BitScanForward(&number, bits);
        return number;
    }
    #else
    #define ONLY restrict
    #define lowest_bit(bits) ((unsigned int)__builtin_ctz(bits))
    #endif

    /* Return the first leaf that is left over of a tree; the last one where none is. */
    #define first_leaf(possible) lowest_bit((possible) | 0x80000000u)

    /* Keep what eight masks leave over, too: memory is written once, not once for each. */
    WIDE static void keep_eight(uint32_t *ONLY kept, const uint32_t **masks, Py_ssize_t count) {
        const uint32_t *a = masks[0], *b = masks[1], *c = masks[2], *d = masks[3];
        const uint32_t *e = masks[4], *f = masks[5], *g = masks[6], *h = masks[7];
        Py_ssize_t index;
        for (index = 0; index < count; index++)
            kept[index] &= a[index] & b[index] & c[index] & d[index] & e[index] & f[index] & g[index] & h[index];
    }

    /* Return how many thresholds a value is above. */
    WIDE static uint32_t tests_failed(const float *thresholds, Py_ssize_t count, float value) {
        uint32_t failed = 0;
        Py_ssize_t index;
        for (index = 0; index < count; index++)
            failed += thresholds[index] < value;
        return failed;
    }
    """
    void keep_eight(uint32_t* kept, const uint32_t** masks, Py_ssize_t count) noexcept
    uint32_t tests_failed(const float* thresholds, Py_ssize_t count, float value) noexcept
    unsigned int first_leaf(uint32_t possible) noexcept

cdef enum:
    CACHE_LINE = 64


cdef void keep(uint32_t* possible, const uint32_t* masks, Py_ssize_t count) noexcept:
    cdef Py_ssize_t index
    for index in range(count):
        possible[index] &= masks[index]


cdef void fetch(const void* memory, Py_ssize_t size) noexcept:
    """Send for memory that is soon to be read."""
    cdef Py_ssize_t offset = 0
    while offset < size:
        prefetch(<const char*>memory + offset)
        offset += CACHE_LINE
