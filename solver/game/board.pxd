# The packed sheet: the constants of the board, the cell codes, the structs and the check of their
# invariants. solver/README.md draws the layout.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static int bit_first(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static int bits_count(uint64_t x) { return (int)__popcnt64(x); }
    #else
    static inline int bit_first(uint64_t x) { return __builtin_ctzll(x); }
    #ifdef __POPCNT__
    static inline int bits_count(uint64_t x) { return __builtin_popcountll(x); }
    #else
    static inline int bits_count(uint64_t x) {
        x -= x >> 1 & UINT64_C(0x5555555555555555);
        x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
        return (int)(((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
    }
    #endif
    #endif
    #ifdef NUMBERDROP_DEBUG
    #define SHEET_CHECKED 1
    #else
    #define SHEET_CHECKED 0
    #endif
    """
    int bit_first(uint64_t x) noexcept nogil
    int bits_count(uint64_t x) noexcept nogil
    const int SHEET_CHECKED

cdef extern from *:
    """
    /* Constants for array sizes, here and in the C code of other files. */
    enum {
        COLUMNS = 7, ROWS = 14, LINE = 11, CELLS = COLUMNS * ROWS, GROUND_CELLS = COLUMNS * LINE,
        TILES = 5, LAST_NOTCH = 4, SLIDES = TILES * LAST_NOTCH, TURNS_MOST = SLIDES,
        KINDS = 2, SIZES = 5, SETS = 1 << SIZES, BOXES = KINDS * SIZES + 1, BOX_SETS = 1 << BOXES, SIZE_BONUS = 8,
        DIGITS = 10, NUMBER_DICE = 4, DICE = NUMBER_DICE + 1, FACES = 6,
        SHAPES = 10, SOLO_SHAPES = 5, SOLO_CELLS = NUMBER_DICE, SHAPE_CELLS = 5, WAYS_MOST = 8,
        NEAR_MOST = 4, MASK_WORDS = 2
    };
    """
    enum:
        COLUMNS
        ROWS
        LINE                # rows 1..LINE lie under the Game Over line
        CELLS
        GROUND_CELLS        # cells under the Game Over line
        TILES               # letters A..E, one for each of the sizes 3..7
        LAST_NOTCH
        SLIDES              # of a solo game
        TURNS_MOST          # of a solo game: each turn has at least one slide
        KINDS               # of combos: identical, consecutive
        SIZES               # boxes of one kind
        SETS                # sets of boxes of one kind
        BOXES               # of both kinds, and the bonus box: the bits of sheet_t.boxes
        BOX_SETS
        SIZE_BONUS
        DIGITS
        NUMBER_DICE
        DICE                # the number dice and the shape die
        FACES
        SHAPES              # I O T L S V3 I3 U5 X5 T5
        SOLO_SHAPES         # the first five shapes
        SOLO_CELLS          # cells of each solo shape
        SHAPE_CELLS         # the most cells of a shape
        WAYS_MOST           # the most orientations of a shape
        NEAR_MOST           # the most neighbours of a cell
        MASK_WORDS          # words of a set of cells

cdef enum:
    SIZE_MIN = 3
    SIZE_MAX = 7
    SHEET_BYTES = 128
    CELL_WORDS = (CELLS >> 3) + 1  # words that hold all cell codes

# Cell codes. A free digit d is d + 1, so that 0 is empty and codes compare as digits do.
cdef enum:
    EMPTY = 0
    DIGIT_ZERO = 1
    DIGIT_NINE = 10
    USED = 16              # added to a digit's code once a combo has used it
    BLOCK = 32             # an X

# sheet_t.kind: which tiles the sheet has.
cdef enum:
    NO_TILES = 0
    SOLO = 1
    SEVERAL = 2

# Flags of the variant, passed to the kernels whose rules they change. LAST is for the evaluation:
# no known turn follows this one, so only the score counts.
cdef enum:
    BGA = 1
    SLIDE = 2
    LAST = 4

ctypedef struct sheet_t:
    uint64_t fill           # a nibble per row, row 1 lowest: the number of occupied cells, 0..7
    uint8_t height[COLUMNS] # the highest occupied row of each column, 0 if empty
    uint8_t past            # rows 12..14 that hold a digit (bits 0..2), and any symbol (bits 3..5)
    uint8_t cell[CELLS]     # the code of each cell, row by row from a1
    uint16_t boxes          # filled boxes: identical 3..7 (bits 0..4), consecutive 3..7 (5..9), bonus (10)
    uint32_t shapes         # a nibble per letter: the shape of its tile
    uint32_t notches        # a nibble per letter: its notch (solo)
    uint8_t circled         # a bit per letter
    uint8_t crossed         # a bit per letter
    uint8_t turn            # the turn about to be played, from 1
    uint8_t kind            # NO_TILES, SOLO or SEVERAL

ctypedef struct mask_t:     # a set of cells
    uint64_t word[MASK_WORDS]

cdef extern from *:
    """
    static uint8_t NEAR[CELLS][NEAR_MOST];
    static uint8_t NEAR_COUNT[CELLS];
    static uint8_t ROW_OF[CELLS];
    static uint64_t NEAR_CELLS[CELLS][MASK_WORDS];
    /* Masks of all cells, of column a and of column g. */
    static const uint64_t SHEET_CELLS[MASK_WORDS] = {~UINT64_C(0), 0x3ffffffff};
    static const uint64_t COLUMN_A[MASK_WORDS] = {UINT64_C(0x8102040810204081), 0x8102040};
    static const uint64_t COLUMN_G[MASK_WORDS] = {UINT64_C(0x4081020408102040), 0x204081020};
    """
    uint8_t NEAR[CELLS][NEAR_MOST]  # the orthogonal neighbours of a cell
    uint8_t NEAR_COUNT[CELLS]
    uint8_t ROW_OF[CELLS]   # 0..13
    uint64_t NEAR_CELLS[CELLS][MASK_WORDS]  # the neighbours as a mask
    const uint64_t SHEET_CELLS[MASK_WORDS]
    const uint64_t COLUMN_A[MASK_WORDS]
    const uint64_t COLUMN_G[MASK_WORDS]


# No code indexes the words of a mask by cell, so that masks stay in registers.

cdef inline mask_t mask_one(int i) noexcept nogil:
    cdef mask_t one
    one.word[0] = <uint64_t>(i < 64) << (i & 63)
    one.word[1] = <uint64_t>(i >= 64) << (i & 63)
    return one


cdef inline void mask_add(mask_t* mask, int i) noexcept nogil:
    mask.word[0] |= <uint64_t>(i < 64) << (i & 63)
    mask.word[1] |= <uint64_t>(i >= 64) << (i & 63)


cdef inline void mask_drop(mask_t* mask, int i) noexcept nogil:
    mask.word[0] &= ~(<uint64_t>(i < 64) << (i & 63))
    mask.word[1] &= ~(<uint64_t>(i >= 64) << (i & 63))


cdef inline void near_add(int i, int neighbour) noexcept nogil:
    NEAR[i][NEAR_COUNT[i]] = <uint8_t>neighbour
    NEAR_COUNT[i] += 1
    NEAR_CELLS[i][neighbour >> 6] |= <uint64_t>1 << (neighbour & 63)


cdef inline void board_init() noexcept nogil:
    """Fill the neighbour tables. Called once, when the module is imported."""
    cdef int i, column, row
    memset(NEAR_COUNT, 0, sizeof(NEAR_COUNT))
    memset(NEAR_CELLS, 0, sizeof(NEAR_CELLS))
    for i in range(CELLS):
        column = i % COLUMNS
        row = i // COLUMNS
        ROW_OF[i] = <uint8_t>row
        if row > 0:
            near_add(i, i - COLUMNS)
        if column > 0:
            near_add(i, i - 1)
        if column < COLUMNS - 1:
            near_add(i, i + 1)
        if row < ROWS - 1:
            near_add(i, i + COLUMNS)


cdef inline bint mask_has(const mask_t* mask, int i) noexcept nogil:
    return ((mask.word[0] if i < 64 else mask.word[1]) >> (i & 63)) & 1


cdef inline bint mask_meets(const mask_t* a, const mask_t* b) noexcept nogil:
    return ((a.word[0] & b.word[0]) | (a.word[1] & b.word[1])) != 0


cdef inline mask_t mask_both(const mask_t* a, const mask_t* b) noexcept nogil:
    cdef mask_t both
    both.word[0] = a.word[0] & b.word[0]
    both.word[1] = a.word[1] & b.word[1]
    return both


cdef inline mask_t mask_either(const mask_t* a, const mask_t* b) noexcept nogil:
    cdef mask_t either
    either.word[0] = a.word[0] | b.word[0]
    either.word[1] = a.word[1] | b.word[1]
    return either


cdef inline mask_t mask_without(const mask_t* a, const mask_t* b) noexcept nogil:
    cdef mask_t rest
    rest.word[0] = a.word[0] & ~b.word[0]
    rest.word[1] = a.word[1] & ~b.word[1]
    return rest


cdef inline int mask_pop(mask_t* mask) noexcept nogil:
    """Remove the lowest cell from a mask that isn't empty, and return it."""
    cdef uint64_t word = mask.word[0]
    if word:
        mask.word[0] = word & (word - 1)
        return bit_first(word)
    word = mask.word[1]
    mask.word[1] = word & (word - 1)
    return bit_first(word) + 64


cdef inline bint mask_any(const mask_t* mask) noexcept nogil:
    return (mask.word[0] | mask.word[1]) != 0


cdef inline int mask_count(const mask_t* mask) noexcept nogil:
    return bits_count(mask.word[0]) + bits_count(mask.word[1])


cdef inline mask_t mask_near(const mask_t* mask) noexcept nogil:
    """Return the neighbours of the cells in a mask."""
    cdef mask_t near
    cdef uint64_t a = mask.word[0] & ~COLUMN_A[0], b = mask.word[1] & ~COLUMN_A[1]
    cdef uint64_t g = mask.word[0] & ~COLUMN_G[0], h = mask.word[1] & ~COLUMN_G[1]
    near.word[0] = a >> 1 | b << 63 | g << 1 | mask.word[0] << COLUMNS | mask.word[0] >> COLUMNS | mask.word[1] << (64 - COLUMNS)
    near.word[1] = b >> 1 | h << 1 | g >> 63 | mask.word[1] << COLUMNS | mask.word[0] >> (64 - COLUMNS) | mask.word[1] >> COLUMNS
    near.word[1] &= SHEET_CELLS[1]
    return near


cdef inline bint mask_grow(mask_t* mask, const mask_t* among) noexcept nogil:
    """Add the neighbours of a mask's cells that are in `among`. Returns False if none was added."""
    cdef mask_t near = mask_near(mask)
    cdef uint64_t low = near.word[0] & among.word[0] & ~mask.word[0]
    cdef uint64_t high = near.word[1] & among.word[1] & ~mask.word[1]
    mask.word[0] |= low
    mask.word[1] |= high
    return (low | high) != 0


cdef inline void mask_flood(mask_t* mask, const mask_t* among) noexcept nogil:
    while mask_grow(mask, among):
        pass


cdef inline mask_t mask_first(const mask_t* mask) noexcept nogil:
    """Return a mask with only the lowest cell."""
    cdef mask_t first
    first.word[0] = mask.word[0] & (0 - mask.word[0])
    first.word[1] = mask.word[1] & (0 - mask.word[1]) if mask.word[0] == 0 else 0
    return first


cdef inline bint code_is_free(int code) noexcept nogil:
    return DIGIT_ZERO <= code <= DIGIT_NINE


cdef inline int past_bits(int code) noexcept nogil:
    """Return the bits that one cell with this code adds to `past` in row 12."""
    return 0b001000 if code == BLOCK else 0b001001


cdef inline void sheet_put(sheet_t* sheet, int i, int code) noexcept nogil:
    """Write one symbol into any empty cell."""
    cdef int row = ROW_OF[i]
    cdef int column = i - row * COLUMNS
    sheet.cell[i] = <uint8_t>code
    sheet.fill += <uint64_t>1 << (4 * row)
    if sheet.height[column] <= row:
        sheet.height[column] = <uint8_t>(row + 1)
    if row >= LINE:
        sheet.past |= <uint8_t>(past_bits(code) << (row - LINE))


cdef inline void sheet_build(sheet_t* sheet, const uint8_t* cells) noexcept nogil:
    """Fill a sheet from `cells` (CELLS codes), without tiles, boxes or turn."""
    cdef int i
    memset(sheet, 0, sizeof(sheet_t))
    for i in range(CELLS):
        if cells[i] != EMPTY:
            sheet_put(sheet, i, cells[i])


cdef inline uint64_t cells_hash(const uint8_t* cells, uint64_t h) noexcept nogil:
    """Return a hash of all cells, seeded with `h`."""
    cdef uint64_t[CELL_WORDS] word
    cdef int i
    word[CELL_WORDS - 1] = 0
    memcpy(word, cells, CELLS)
    for i in range(CELL_WORDS):
        h = (h ^ word[i]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 32
    return h


cdef inline bint sheet_ok(const sheet_t* sheet) noexcept nogil:
    """Return True if the derived fields agree with the cells and every field is in range."""
    cdef sheet_t plain
    cdef int i, code
    sheet_build(&plain, sheet.cell)
    for i in range(CELLS):
        code = sheet.cell[i] & ~USED if sheet.cell[i] > USED else sheet.cell[i]
        if code > DIGIT_NINE and sheet.cell[i] != BLOCK:
            return False
    for i in range(COLUMNS):
        if plain.height[i] != sheet.height[i]:
            return False
    for i in range(TILES):
        if (sheet.notches >> (4 * i) & 15) > LAST_NOTCH or (sheet.shapes >> (4 * i) & 15) >= SHAPES:
            return False
    return (plain.fill == sheet.fill and plain.past == sheet.past and sheet.boxes < BOX_SETS
            and sheet.circled < 1 << TILES and sheet.crossed < 1 << TILES and sheet.kind <= SEVERAL)
