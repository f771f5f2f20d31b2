# methods/_crf_features.py, `Seen`: the columns that need no trained weights.

cdef Py_ssize_t LAST_CODE = _LAST_CODE, PARAGRAPH = OWNER_CODES["p"], FAR = _FAR
cdef float DEEP_SHARE = _DEEP_SHARE, FEWEST_WORDS = _FEWEST_WORDS, MOST_POOLED = _MOST_WORDS
cdef Py_ssize_t DEEP_BLOCKS = _DEEP_BLOCKS, DEEPEST = _DEEPEST, WINDOW = _WINDOW, RUNS = len(LEVELS) + 1
cdef enum:
    LEVEL_COUNT = 5
    OF_LEVELS = 8
cdef Py_ssize_t FIGURE_COUNT = len(FIGURES), POOL_COUNT = len(POOLS)
cdef Py_ssize_t HEIGHTS[LEVEL_COUNT]
HEIGHTS[0], HEIGHTS[1], HEIGHTS[2], HEIGHTS[3], HEIGHTS[4] = LEVELS

cdef struct Around:
    # Of what a column tells: which of the levels above, and words (0), links (1) or long text (2) of it.
    int level
    int what
cdef Around AROUND[OF_LEVELS]
AROUND[0], AROUND[1], AROUND[2], AROUND[3] = Around(0, 1), Around(1, 1), Around(1, 2), Around(2, 1)
AROUND[4], AROUND[5], AROUND[6], AROUND[7] = Around(2, 2), Around(3, 1), Around(4, 0), Around(4, 1)

cdef struct Seen:
    # What `Seen` holds, in its order.
    Py_ssize_t* groups  # 3 x m: path, look, section
    Py_ssize_t* headings  # m
    Py_ssize_t* codes  # m: of tags
    Py_ssize_t* runs  # 2 x RUNS x m: starts, stops
    float* weights  # m


cdef int look(page, const Measured* page_of, Seen* seen, float* column) except -1:
    """Fill ``seen``, and the columns of `FIGURES` (m each)."""
    cdef Py_ssize_t m = page_of.m, index, section = 0
    group_by_path(page, page_of.owners, m, page_of.parents, page_of.n, seen.groups)
    group_by_look(page, page_of.owners, m, seen.groups + m)
    read_tags(page, page_of.owners, m, seen.headings, seen.codes)
    for index in range(m):
        section += seen.headings[index] > 0
        seen.groups[2 * m + index] = section
        seen.weights[index] = min(max(page_of.words[index], FEWEST_WORDS), MOST_POOLED)
        column[index] = page_of.linked[index]
        column[m + index] = <float>seen.codes[index]
    column = fill_surroundings(page_of, seen.runs, column + 2 * m)
    column = fill_central(page_of, column)
    for index in range(m):
        column[index] = <float>page_of.times[index]
        column[m + index] = <float>page_of.before[index]
    column = fill_lookalikes(page_of, seen.groups, column + 2 * m)
    column = fill_lookalikes(page_of, seen.groups + m, column)
    column = fill_place(page_of, seen.headings, column)
    return fill_page(page_of, seen.codes, len(page.texts), page.tags.count("article"), len(page.objects), column)


cdef float* fill_surroundings(const Measured* page_of, Py_ssize_t* runs, float* column) noexcept:
    """Find the elements above each text block and its window; tell of the words, links and long text of the first."""
    cdef Py_ssize_t m = page_of.m, index, element, level, height
    cdef Py_ssize_t* stops = runs + RUNS * m
    cdef Py_ssize_t above[LEVEL_COUNT]
    cdef float words
    cdef float total_long = max(page_of.long_before[m], 1)
    cdef int place
    for index in range(m):
        element, level = page_of.owners[index], 0
        for height in range(1, HEIGHTS[LEVEL_COUNT - 1] + 1):
            element = page_of.parents[element]
            if height == HEIGHTS[level]:
                above[level] = element
                runs[level * m + index] = page_of.starts[element]
                stops[level * m + index] = page_of.stops[element]
                level += 1
        runs[level * m + index] = max(index - WINDOW, 0)
        stops[level * m + index] = min(index + WINDOW + 1, m)
        for place in range(OF_LEVELS):
            element = above[AROUND[place].level]
            words = page_of.words_inside[element]
            if AROUND[place].what == 1:
                words = page_of.linked_inside[element] / max(words, <float>1)
            elif AROUND[place].what == 2:
                words = page_of.long_inside[element] / total_long
            column[place * m + index] = words
    return column + OF_LEVELS * m


cdef float* fill_central(const Measured* page_of, float* column) except NULL:
    """Find the deep and the top node, and tell where each text block stands to them; the deep one tells no depths."""
    cdef Py_ssize_t m = page_of.m, deep = 0, top = 0, index, depth, deepest = -1
    cdef float total_long = page_of.long_before[m], points
    cdef double score, best = 0
    cdef Room room = Room(2 * page_of.n, sizeof(double))
    cdef double* near = room.doubles()
    cdef double* far = near + page_of.n
    for index in range(m):
        if page_of.words[index] >= LONG_TEXT:
            points = min(page_of.words[index] / 20, <float>3)
            points = (1 + points) * (1 - page_of.linked[index])
            near[page_of.parents[page_of.owners[index]]] += points
            far[page_of.parents[page_of.parents[page_of.owners[index]]]] += points / 2
    for index in range(page_of.n):
        if page_of.long_inside[index] >= DEEP_SHARE * total_long and (
            page_of.stops[index] - page_of.starts[index] >= DEEP_BLOCKS
        ):
            depth = page_of.depths[index]
        else:
            depth = -1
        if index == 0 or depth > deepest:
            deepest, deep = depth, index
        points = 1 - page_of.linked_inside[index] / max(page_of.words_inside[index], <float>1)
        score = (near[index] + far[index]) * points
        if index == 0 or score > best:
            best, top = score, index
    column = fill_node(page_of, deep, False, column)
    return fill_node(page_of, top, True, column)


cdef float* fill_node(const Measured* page_of, Py_ssize_t node, bint depths, float* column) noexcept:
    cdef Py_ssize_t m = page_of.m, index, low, high, depth
    cdef float share = page_of.long_inside[node] / max(page_of.long_before[m], <float>1)
    cdef float* away = column + 2 * m if depths else column + m
    for index in range(m):
        low, high = index - page_of.starts[node], index - page_of.stops[node] + 1
        column[index] = low >= 0 and high <= 0
        if depths:
            depth = page_of.depths[page_of.owners[index]] - page_of.depths[node]
            column[m + index] = <float>min(max(depth, -DEEPEST), DEEPEST)
        away[index] = <float>min(max(min(low, 0) + max(high, 0), -FAR), FAR)
        away[m + index] = share
    return away + 2 * m


cdef float* fill_lookalikes(const Measured* page_of, const Py_ssize_t* group, float* column) except NULL:
    """Tell how many text blocks are in each one's group, and their share of the words."""
    cdef Py_ssize_t m = page_of.m, index, groups = max(page_of.n, m)
    cdef Room counts = Room(groups, sizeof(Py_ssize_t)), words = Room(groups, sizeof(double))
    cdef double total = max(page_of.words_before[m], <float>1)
    for index in range(m):
        counts.sizes()[group[index]] += 1
        words.doubles()[group[index]] += page_of.words[index]
    for index in range(m):
        column[index] = <float>counts.sizes()[group[index]]
        column[m + index] = <float>(words.doubles()[group[index]] / total)
    return column + 2 * m


cdef float* fill_place(const Measured* page_of, const Py_ssize_t* headings, float* column) noexcept:
    """Tell where each text block stands in the page, after the first h1, after the last heading."""
    cdef Py_ssize_t m = page_of.m, index, first_h1 = -FAR, last_heading = -FAR
    cdef float total = max(page_of.words_before[m], <float>1)
    for index in range(m):
        if headings[index] == 1:
            first_h1 = index
            break
    for index in range(m):
        if headings[index]:
            last_heading = index
        column[index] = page_of.words_before[index] / total
        column[m + index] = <float>page_of.depths[page_of.owners[index]]
        column[2 * m + index] = <float>min(max(index - first_h1, -FAR), FAR)
        column[3 * m + index] = <float>min(index - last_heading, FAR)
    return column + 4 * m


cdef int fill_page(
    const Measured* page_of,
    const Py_ssize_t* codes,
    Py_ssize_t texts,
    Py_ssize_t articles,
    Py_ssize_t objects,
    float* column,
) except -1:
    """Count what the whole page has."""
    cdef Py_ssize_t m = page_of.m, index, place, paragraphs = 0
    cdef double total = max(page_of.words_before[m], <float>1)
    cdef float largest = page_of.words[0]
    cdef float figures[8]
    for index in range(m):
        paragraphs += codes[index] == PARAGRAPH
        largest = max(largest, page_of.words[index])
    figures[0], figures[1] = <float>texts, <float>total
    figures[2], figures[3] = <float>(page_of.long_before[m] / total), <float>(page_of.linked_before[m] / total)
    figures[4], figures[5], figures[6], figures[7] = largest, <float>paragraphs, <float>articles, <float>objects
    for place in range(8):
        for index in range(m):
            column[place * m + index] = figures[place]
    return 0
