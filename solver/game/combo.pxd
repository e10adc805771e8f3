# Combos: every claim on a sheet, each set of cells once, listed from scratch or around new digits.
from libc.stdint cimport uint8_t, uint16_t
from libc.stdlib cimport abort, free, realloc
from libc.string cimport memset
from game.board cimport (CELLS, DIGIT_NINE, NEAR, NEAR_COUNT, SETS, SHEET_CHECKED, SIZES, SIZE_BONUS, SIZE_MIN,
                         USED, code_is_free, mask_add, mask_has, mask_meets, mask_pop, mask_t, sheet_ok, sheet_t)
from game.score cimport BOX_BONUS
from game.tiles cimport letter_circle

cdef enum:
    IDENTICAL = 0
    CONSECUTIVE = 1

ctypedef struct claim_t:
    mask_t cells
    uint8_t kind               # IDENTICAL or CONSECUTIVE
    uint8_t size               # 3..8
    uint16_t box               # its bit in sheet_t.boxes

ctypedef struct claims_t:      # a growing list; `failed` if memory ran out
    claim_t* item
    int count
    int room
    bint failed


cdef inline void claims_free(claims_t* claims) noexcept nogil:
    free(claims.item)
    memset(claims, 0, sizeof(claims_t))


cdef inline int box_of(int kind, int size) noexcept nogil:
    return BOX_BONUS if size == SIZE_BONUS else SIZES * kind + size - SIZE_MIN


cdef inline void claims_push(claims_t* claims, const mask_t* cells, int kind, int size) noexcept nogil:
    cdef claim_t* grown
    cdef int room
    if claims.count == claims.room:
        room = 2 * claims.room + 32
        grown = <claim_t*>realloc(claims.item, room * sizeof(claim_t))
        if grown == NULL:
            claims.failed = True
            return
        claims.item = grown
        claims.room = room
    claims.item[claims.count].cells = cells[0]
    claims.item[claims.count].kind = <uint8_t>kind
    claims.item[claims.count].size = <uint8_t>size
    claims.item[claims.count].box = <uint16_t>(1 << box_of(kind, size))
    claims.count += 1


cdef inline int sizes_open(int boxes, int kind) noexcept nogil:
    """Return the sizes that can be claimed: bit k for size k."""
    cdef int bonus = 0 if boxes >> BOX_BONUS & 1 else 1 << SIZE_BONUS
    return (~(boxes >> (SIZES * kind)) & (SETS - 1)) << SIZE_MIN | bonus


cdef inline void frontier_grow(const sheet_t* sheet, int i, mask_t* frontier, mask_t* seen) noexcept nogil:
    cdef int n, j
    for n in range(NEAR_COUNT[i]):
        j = NEAR[i][n]
        if sheet.cell[j] == sheet.cell[i] and not mask_has(seen, j):
            mask_add(seen, j)
            mask_add(frontier, j)


cdef inline void identical_grow(const sheet_t* sheet, const mask_t* chosen, int size, const mask_t* frontier,
                         const mask_t* seen, int sizes, claims_t* out) noexcept nogil:
    cdef mask_t rest = frontier[0]
    cdef mask_t next_chosen, next_frontier, next_seen
    cdef int i
    if sizes >> size & 1:
        claims_push(out, chosen, IDENTICAL, size)
    if sizes >> (size + 1) == 0:
        return
    while rest.word[0] | rest.word[1]:
        i = mask_pop(&rest)
        next_chosen = chosen[0]
        mask_add(&next_chosen, i)
        next_frontier = rest
        next_seen = seen[0]
        frontier_grow(sheet, i, &next_frontier, &next_seen)
        identical_grow(sheet, &next_chosen, size + 1, &next_frontier, &next_seen, sizes, out)


# Identical: connected sets of equal digits. Every set that contains `root` and no `banned` cell is
# grown once, by taking cells from a frontier to which each step adds only cells never seen before
# (the scheme of S. Wernicke, Efficient detection of network motifs, 2006).

cdef inline void identical_from(const sheet_t* sheet, int root, const mask_t* banned, int sizes,
                                claims_t* out) noexcept nogil:
    cdef mask_t chosen, frontier, seen
    memset(&chosen, 0, sizeof(mask_t))
    memset(&frontier, 0, sizeof(mask_t))
    seen = banned[0]
    mask_add(&seen, root)
    mask_add(&chosen, root)
    frontier_grow(sheet, root, &frontier, &seen)
    identical_grow(sheet, &chosen, 1, &frontier, &seen, sizes, out)


cdef inline void consecutive_up(const sheet_t* sheet, int high, const mask_t* chosen, int size,
                         const mask_t* banned, int sizes, claims_t* out) noexcept nogil:
    cdef mask_t longer
    cdef int n, j
    if sizes >> size & 1:
        claims_push(out, chosen, CONSECUTIVE, size)
    if sizes >> (size + 1) == 0 or sheet.cell[high] == DIGIT_NINE:
        return
    for n in range(NEAR_COUNT[high]):
        j = NEAR[high][n]
        if sheet.cell[j] == sheet.cell[high] + 1 and not mask_has(banned, j):
            longer = chosen[0]
            mask_add(&longer, j)
            consecutive_up(sheet, j, &longer, size + 1, banned, sizes, out)


cdef inline void consecutive_down(const sheet_t* sheet, int low, int root, const mask_t* chosen, int size,
                           const mask_t* banned, int sizes, claims_t* out) noexcept nogil:
    cdef mask_t longer
    cdef int n, j
    consecutive_up(sheet, root, chosen, size, banned, sizes, out)
    if sizes >> (size + 1) == 0 or sheet.cell[low] == 1:
        return
    for n in range(NEAR_COUNT[low]):
        j = NEAR[low][n]
        if sheet.cell[j] + 1 == sheet.cell[low] and not mask_has(banned, j):
            longer = chosen[0]
            mask_add(&longer, j)
            consecutive_down(sheet, j, root, &longer, size + 1, banned, sizes, out)


# Consecutive: rising paths. A path goes down from `root`, and up from it. The digits along it
# differ, so its cells do too, and the set of cells determines the path.

cdef inline void consecutive_from(const sheet_t* sheet, int root, const mask_t* banned, int sizes,
                                  claims_t* out) noexcept nogil:
    cdef mask_t chosen
    memset(&chosen, 0, sizeof(mask_t))
    mask_add(&chosen, root)
    consecutive_down(sheet, root, root, &chosen, 1, banned, sizes, out)


cdef inline void claims_around(const sheet_t* sheet, const uint8_t* cells, int count,
                               claims_t* out) noexcept nogil:
    """Append every claim that uses at least one of `cells`, which must hold free digits."""
    cdef int identical = sizes_open(sheet.boxes, IDENTICAL)
    cdef int consecutive = sizes_open(sheet.boxes, CONSECUTIVE)
    cdef mask_t banned
    cdef int i
    memset(&banned, 0, sizeof(mask_t))
    for i in range(count):
        identical_from(sheet, cells[i], &banned, identical, out)
        consecutive_from(sheet, cells[i], &banned, consecutive, out)
        mask_add(&banned, cells[i])


cdef inline void claims_all(const sheet_t* sheet, claims_t* out) noexcept nogil:
    """Append every claim on a sheet."""
    cdef uint8_t[CELLS] free_cells
    cdef int i, count = 0
    for i in range(CELLS):
        if code_is_free(sheet.cell[i]):
            free_cells[count] = <uint8_t>i
            count += 1
    claims_around(sheet, free_cells, count, out)


cdef inline void claims_first(const sheet_t* sheet, int most, claims_t* out) noexcept nogil:
    """Append the first `most` claims of a sheet by kind, size and first cell, and those that tie
    with the last one. A sheet can have many thousands, so the rest aren't searched."""
    cdef mask_t none, banned, root
    cdef int kind, size, sizes, i
    memset(&none, 0, sizeof(mask_t))
    for kind in range(2):
        sizes = sizes_open(sheet.boxes, kind)
        for size in range(SIZE_MIN, SIZE_BONUS + 1):
            banned = none
            for i in range(CELLS):
                if not (sizes >> size & 1 and code_is_free(sheet.cell[i])):
                    continue
                if out.count >= most:
                    return
                if kind == IDENTICAL:
                    identical_from(sheet, i, &banned, 1 << size, out)
                    mask_add(&banned, i)
                else:          # the first cell of a path has its lowest digit
                    root = none
                    mask_add(&root, i)
                    consecutive_up(sheet, i, &root, 1, &none, 1 << size, out)


cdef inline void sheet_claim(sheet_t* sheet, const claim_t* claim) noexcept nogil:
    """Fill a claim's box, mark its digits as used, and circle its letter if that is earned."""
    cdef mask_t rest = claim.cells
    while rest.word[0] | rest.word[1]:
        sheet.cell[mask_pop(&rest)] += USED
    sheet.boxes |= claim.box
    letter_circle(sheet, claim.size)
    if SHEET_CHECKED and not sheet_ok(sheet):
        abort()


cdef inline void claims_keep(claims_t* claims, const claim_t* made) noexcept nogil:
    """Remove the claims that the claim `made` rules out."""
    cdef int i, kept = 0
    cdef mask_t used = made.cells
    cdef int box = made.box
    for i in range(claims.count):
        if claims.item[i].box != box and not mask_meets(&claims.item[i].cells, &used):
            claims.item[kept] = claims.item[i]
            kept += 1
    claims.count = kept
