# The elements that have a class or an id, by its value. Lists of them would be many objects for the garbage collector.

cdef struct Named:
    Py_ssize_t first  # of its occurrences
    Py_ssize_t last
    Py_ssize_t count

cdef struct Occurrence:
    Py_ssize_t element
    Py_ssize_t next


cdef class Naming:
    """Values, and where they occur."""

    cdef dict numbers  # by value
    cdef Named* named
    cdef Occurrence* occurrences
    cdef Py_ssize_t count, room, filled, occurrence_room

    def __cinit__(self):
        self.numbers = {}

    def __dealloc__(self):
        PyMem_Free(self.named)
        PyMem_Free(self.occurrences)

    cdef Py_ssize_t number_of(self, str value) except -1:
        """Return the number of a value."""
        cdef PyObject* known = dict_item(self.numbers, value)
        if known != NULL:
            return <object>known
        self.named = <Named*>with_room(self.named, &self.room, self.count, sizeof(Named))
        self.named[self.count] = Named(NOWHERE, NOWHERE, 0)
        self.numbers[value] = number(self.count)
        self.count += 1
        return self.count - 1

    cdef int add(self, Py_ssize_t value, Py_ssize_t element) except -1:
        """Add an element that has the value of this number."""
        cdef Named* named = &self.named[value]
        self.occurrences = <Occurrence*>with_room(
            self.occurrences, &self.occurrence_room, self.filled, sizeof(Occurrence)
        )
        self.occurrences[self.filled] = Occurrence(element, NOWHERE)
        if named.count:
            self.occurrences[named.last].next = self.filled
        else:
            named.first = self.filled
        named.last = self.filled
        named.count += 1
        self.filled += 1
        return 0

    cdef tuple elements(self, const Named* named):
        cdef tuple found = new_tuple(named.count)
        cdef Py_ssize_t place = named.first, index
        for index in range(named.count):
            element = number(self.occurrences[place].element)
            Py_INCREF(element)
            set_in_tuple(found, index, <PyObject*>element)
            place = self.occurrences[place].next
        return found

    cdef dict finished(self):
        """Return the elements by value."""
        cdef dict found = {}
        for value, number in self.numbers.items():
            found[value] = self.elements(&self.named[<Py_ssize_t>number])
        return found
