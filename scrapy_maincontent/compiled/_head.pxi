# What a document says about itself: core/head.py for what is frequent in a head.

cdef class Head:
    """Gathers what a head says; titles and the like are left to core/head.py."""

    cdef Vocabulary names
    cdef dict metas, links
    cdef list others

    def __cinit__(self, Vocabulary names):
        self.names = names
        self.metas, self.links, self.others = {}, {}, []

    cdef int take(self, Recording recording, const Record* start, const Record* end) except -1:
        """Take what an element ``title``, ``meta``, ``base``, ``link`` or ``script`` says."""
        cdef str tag = <str>recording.tags.texts[start.what]
        if tag == "meta":
            return self.take_meta(start)
        if tag == "link":
            return self.take_link(start)
        if tag == "script" and value_by(start, self.names, TYPE).strip().lower() != JSON_LD:
            return 0
        self.others.append((tag, attributes_of(start, self.names), texts_between(behind(start), end)))
        return 0

    cdef int take_meta(self, const Record* start) except -1:
        cdef str key = value_by(start, self.names, NAME)
        if not key:
            key = value_by(start, self.names, PROPERTY) or value_by(start, self.names, ITEMPROP)
        if key:
            self.metas.setdefault(key.strip().lower(), value_by(start, self.names, CONTENT).strip())
        return 0

    cdef int take_link(self, const Record* start) except -1:
        cdef str href = value_by(start, self.names, HREF)
        if href:
            for relation in value_by(start, self.names, REL).lower().split():
                self.links.setdefault(relation, href)
        return 0

    cdef int write(self, page) except -1:
        """Put everything into an empty page."""
        page.metas, page.head_links = self.metas, self.links
        for tag, own, texts in self.others:
            read_head(tag, own, texts, page)
        return 0
