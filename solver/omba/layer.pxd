# Layers: the positions with a given number of cubes on the board, and one step of their bounds.
#
# A position is a class of heights and a word; its number is class x words + rank of the word.
# Bounds are integers in units of 2^-44, and bound the winning chance of the player to move. A step
# computes one bound from the other: T(x) = the mean over the rolls of max over the moves of 1 - x,
# where a roll without a move counts 0. A lower bound is computed from upper ones, and rounded down
# to strictly less than T unless it is 0. An upper bound is computed from lower ones, and rounded
# up. So lower < T(upper) (or lower = 0) and upper >= T(lower) after every step, whatever the bounds
# were before: docs/omba/solving.md shows what follows.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from omba.heights cimport CUBES, IMAGE, heights_rank, heights_t
from omba.reach cimport DIE, HAND, SOURCES, SQUARES, reach_from, reach_t
from omba.words cimport CHOOSE, RANK, offsets_of, shuffle_make, shuffle_t, word_bits, word_shuffled

cdef extern from *:
    """
    #define ONE (1ULL << 44)
    #define GAP_BITS 20
    #define GAP_MOST ((1ULL << GAP_BITS) - 1)
    enum { WORDS_MOST = 924, SET = 64 };

    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static inline int lowest_bit(unsigned long long set) { unsigned long i; _BitScanForward64(&i, set); return (int)i; }
    #else
    static inline int lowest_bit(unsigned long long set) { return __builtin_ctzll(set); }
    #endif
    """
    const uint64_t ONE         # a chance of 1
    const int GAP_BITS         # a finished bound is lower << GAP_BITS | upper - lower
    const uint64_t GAP_MOST
    enum:
        WORDS_MOST             # the most words of a layer: twelve bits, six of them set
        SET                    # words per number in layer_t.counts
    int lowest_bit(uint64_t set) noexcept nogil

ctypedef struct move_t:
    uint32_t target            # the class of the resulting heights
    uint8_t source             # a square, or HAND
    uint8_t end                # the square that it ends on
    uint8_t bit                # of the cube that moves, in the word before the move
    uint8_t entered            # the bit of a cube that enters, in the word after the move
    uint8_t rolls              # a bit for each roll that the move is worth
    uint8_t to[CUBES]          # where each bit of the word goes

ctypedef struct moves_t:       # moves from all positions with a given number of cubes, whatever their colours
    uint32_t* first            # by class: its first move on the board; one more entry after the last class
    uint32_t* entering         # by class: its first move from the hand; these follow those on the board
    move_t* move

ctypedef struct layer_t:       # positions with `mine` cubes of the mover among `cubes`
    const heights_t* heights
    const moves_t* moves
    int cubes
    int mine
    uint32_t words
    uint16_t word[WORDS_MOST]  # by rank
    uint32_t having[CUBES][WORDS_MOST]  # by bit: the words in which it is set, as rank << 16 | word
    uint32_t counted[CUBES]
    uint32_t sets              # numbers per move in `counts`
    uint64_t* counts           # moves x sets: a bit for each word for which a move still counts


cdef inline void moves_free(moves_t* moves) noexcept nogil:
    free(moves.first)
    free(moves.entering)
    free(moves.move)


cdef inline bint moves_make(moves_t* moves, const heights_t* here, const heights_t* more, const uint8_t* ground,
                            int variant) noexcept nogil:
    """List the moves of every class. `more` has one cube more; NULL if no cube can enter. Returns
    False if memory ran out."""
    cdef uint32_t cls, target, vector, count = 0, room = 0
    cdef int source, square, end, roll, rolls, g
    cdef uint8_t level[SQUARES]
    cdef uint8_t after[SQUARES]
    cdef uint8_t offset[SQUARES]
    cdef const uint8_t* height
    cdef const heights_t* there
    cdef reach_t reach
    cdef move_t* move
    cdef move_t* wider
    moves.first = <uint32_t*>malloc((here.classes + 1) * sizeof(uint32_t))
    moves.entering = <uint32_t*>malloc(here.classes * sizeof(uint32_t))
    moves.move = NULL
    if moves.first == NULL or moves.entering == NULL:
        return False
    for cls in range(here.classes):
        height = here.height + cls * SQUARES
        moves.first[cls] = count
        for square in range(SQUARES):
            level[square] = ground[square] + height[square]
        for source in range(SOURCES):
            if source == HAND:
                moves.entering[cls] = count
                if more == NULL:
                    continue
            elif height[source] == 0:
                continue
            else:
                level[source] -= 1
            reach_from(level, source, variant, &reach)
            if source != HAND:
                level[source] += 1
            there = more if source == HAND else here
            for end in range(SQUARES):
                rolls = 0
                for roll in range(DIE):
                    rolls |= (reach.ends[roll] >> end & 1) << roll
                if rolls == 0:
                    continue
                if count == room:
                    room = 2 * room + 1024
                    wider = <move_t*>realloc(moves.move, room * sizeof(move_t))
                    if wider == NULL:
                        return False
                    moves.move = wider
                move = moves.move + count
                count += 1
                for square in range(SQUARES):
                    after[square] = height[square]
                if source != HAND:
                    after[source] -= 1
                after[end] += 1
                vector = heights_rank(after, there.cubes)
                target = there.class_of[vector]
                g = there.image_of[vector]
                move.target = target
                move.source = source
                move.end = end
                move.rolls = rolls
                move_shuffles(move, height, after, there.height + target * SQUARES, end, g)
    moves.first[here.classes] = count
    return True


cdef inline void move_shuffles(move_t* move, const uint8_t* height, const uint8_t* after, const uint8_t* onto, int end,
                               int g) noexcept nogil:
    """Fill in where each bit goes: that of the moving cube, to the top of `end`."""
    cdef uint8_t offset[SQUARES]
    cdef int square, level, bit = 0, top
    offsets_of(onto, offset)
    top = offset[IMAGE[g][end]] + after[end] - 1
    move.entered = top
    for square in range(SQUARES):
        for level in range(height[square]):
            if square == move.source and level == height[square] - 1:
                move.bit = bit
                move.to[bit] = top
            else:
                move.to[bit] = offset[IMAGE[g][square]] + level
            bit += 1


cdef inline bint layer_make(layer_t* layer, const heights_t* heights, const moves_t* moves, int mine) noexcept nogil:
    """Set up the layer with all its moves. Returns False if memory ran out."""
    cdef uint32_t cls, i, k, count
    cdef int word, bit
    layer.heights = heights
    layer.moves = moves
    layer.cubes = heights.cubes
    layer.mine = mine
    layer.words = 0
    for bit in range(CUBES):
        layer.counted[bit] = 0
    for word in range(1 << layer.cubes):
        if word_bits(word) != mine:
            continue
        layer.word[layer.words] = word
        for bit in range(layer.cubes):
            if word >> bit & 1:
                layer.having[bit][layer.counted[bit]] = layer.words << 16 | word
                layer.counted[bit] += 1
        layer.words += 1
    layer.sets = (layer.words + SET - 1) // SET
    layer.counts = <uint64_t*>malloc((moves.first[heights.classes] * <size_t>layer.sets + 1) * sizeof(uint64_t))
    if layer.counts == NULL:
        return False
    for cls in range(heights.classes):
        for i in range(moves.first[cls], moves.first[cls + 1]):
            count = layer.counted[moves.move[i].bit] if i < moves.entering[cls] else layer.words
            for k in range(layer.sets):
                layer.counts[i * <size_t>layer.sets + k] = set_of_first(count, k)
    return True


cdef inline uint64_t set_of_first(uint32_t count, uint32_t k) noexcept nogil:
    """Return number `k` of a row of numbers in which the first `count` bits are set."""
    if count <= k * SET:
        return 0
    count -= k * SET
    return ~<uint64_t>0 if count >= SET else (<uint64_t>1 << count) - 1


cdef inline bint move_counts(const layer_t* layer, uint32_t number) noexcept nogil:
    """Return True if a move counts for any word."""
    cdef uint32_t k
    for k in range(layer.sets):
        if layer.counts[number * <size_t>layer.sets + k]:
            return True
    return False


cdef inline uint64_t lesser(uint64_t one, uint64_t other) noexcept nogil:
    return one if one < other else other


cdef inline int rolls_paid(const move_t* move, uint64_t[DIE][WORDS_MOST] least, uint64_t** paid) noexcept nogil:
    """List the rows of `least` for the rolls that a move is worth. Returns their number."""
    cdef int roll, rolls = 0
    for roll in range(DIE):
        if move.rolls >> roll & 1:
            paid[rolls] = least[roll]
            rolls += 1
    return rolls


cdef inline void move_weigh(const layer_t* layer, uint32_t number, const uint64_t* opposite,
                            uint64_t[DIE][WORDS_MOST] least) noexcept nogil:
    """Lower `least`, by roll and word, to the opponent's bound after a move on the board."""
    cdef const move_t* move = layer.moves.move + number
    cdef shuffle_t shuffle
    cdef uint64_t* paid[DIE]
    cdef uint32_t k, r, one
    cdef uint64_t value, left
    cdef int rolls = rolls_paid(move, least, paid), i
    cdef const uint64_t* row = opposite + move.target * <uint64_t>CHOOSE[layer.cubes][layer.mine]
    cdef const uint32_t* list = layer.having[move.bit]
    cdef const uint64_t* counts = layer.counts + number * <size_t>layer.sets
    shuffle_make(&shuffle, move.to, layer.cubes, (1 << layer.cubes) - 1)
    for k in range(layer.sets):
        left = counts[k]
        while left:
            one = list[k * SET + lowest_bit(left)]
            left &= left - 1
            r = one >> 16
            value = row[RANK[word_shuffled(&shuffle, one & 0xFFFF)]]
            paid[0][r] = lesser(value, paid[0][r])
            for i in range(1, rolls):  # most moves are worth one roll
                paid[i][r] = lesser(value, paid[i][r])


cdef inline void entry_weigh(const layer_t* layer, uint32_t number, const uint64_t* entered, bint upper,
                             uint64_t[DIE][WORDS_MOST] least) noexcept nogil:
    """Do what move_weigh() does, for a move from the hand, with the upper or lower finished bounds."""
    cdef const move_t* move = layer.moves.move + number
    cdef shuffle_t shuffle
    cdef uint64_t* paid[DIE]
    cdef uint32_t k, r
    cdef uint64_t value, left, gap = GAP_MOST if upper else 0
    cdef int rolls = rolls_paid(move, least, paid), i
    cdef const uint64_t* row = entered + move.target * <uint64_t>CHOOSE[layer.cubes + 1][layer.mine + 1]
    cdef const uint64_t* counts = layer.counts + number * <size_t>layer.sets
    shuffle_make(&shuffle, move.to, layer.cubes, (1 << layer.cubes + 1) - 1 ^ 1 << move.entered)
    for k in range(layer.sets):
        left = counts[k]
        while left:
            r = k * SET + lowest_bit(left)
            left &= left - 1
            value = row[RANK[word_shuffled(&shuffle, layer.word[r])]]
            value = (value >> GAP_BITS) + (value & gap)
            for i in range(rolls):
                paid[i][r] = lesser(value, paid[i][r])


cdef inline void layer_weigh(const layer_t* layer, uint32_t cls, const uint64_t* opposite, const uint64_t* entered,
                             bint upper, uint64_t[DIE][WORDS_MOST] least) noexcept nogil:
    """Set `least`, by roll and word, to the opponent's least bound after any move. `upper` selects
    the upper ones of the finished bounds `entered`, as `opposite` has them, else the lower ones."""
    cdef uint32_t i, r
    cdef int roll
    for roll in range(DIE):
        for r in range(layer.words):
            least[roll][r] = ONE
    for i in range(layer.moves.first[cls], layer.moves.entering[cls]):
        if move_counts(layer, i):
            move_weigh(layer, i, opposite, least)
    if entered != NULL:
        for i in range(layer.moves.entering[cls], layer.moves.first[cls + 1]):
            if move_counts(layer, i):
                entry_weigh(layer, i, entered, upper, least)


cdef inline uint64_t layer_step(const layer_t* layer, const uint64_t* opposite, const uint64_t* entered, bint upper,
                                uint32_t first, uint32_t last, uint64_t* out, const uint64_t* other) noexcept nogil:
    """Run one step for classes `first` to `last` - 1.

    Writes lower bounds to `out`, computed from the upper ones in `opposite`; with `upper`, the
    other way round. `entered` has the finished bounds of the positions after the mover has entered
    a cube, NULL if no cube can enter. Returns the widest gap between `out` and `other`, the mover's
    other bounds.
    """
    cdef uint64_t least[DIE][WORDS_MOST]
    cdef uint64_t total, bound, gap, widest = 0
    cdef const uint64_t* held
    cdef uint64_t* row
    cdef uint32_t cls, r
    cdef int roll
    for cls in range(first, last):
        layer_weigh(layer, cls, opposite, entered, not upper, least)
        row = out + cls * <uint64_t>layer.words
        held = other + cls * <uint64_t>layer.words
        for r in range(layer.words):
            total = DIE * ONE
            for roll in range(DIE):
                total -= least[roll][r]
            if upper:
                bound = (total + DIE - 1) // DIE
                gap = bound - held[r]
            else:
                bound = (total - 1) // DIE if total else 0
                gap = held[r] - bound
            row[r] = bound
            if gap > widest:
                widest = gap
    return widest


cdef inline uint64_t move_prune(const layer_t* layer, uint32_t number, bint enters, const uint64_t* lower,
                                uint64_t[DIE][WORDS_MOST] least) noexcept nogil:
    """Drop a move for the words for which, at every roll that it is worth, another move is better.
    Returns their number."""
    cdef const move_t* move = layer.moves.move + number
    cdef shuffle_t shuffle
    cdef uint64_t* paid[DIE]
    cdef uint32_t k, r, word
    cdef uint64_t value, left, set, dropped = 0
    cdef int rolls = rolls_paid(move, least, paid), i, bit
    cdef uint32_t words = CHOOSE[layer.cubes + enters][layer.mine + enters]
    cdef const uint64_t* row = lower + move.target * <uint64_t>words
    cdef uint64_t* counts = layer.counts + number * <size_t>layer.sets
    shuffle_make(&shuffle, move.to, layer.cubes,
                 (1 << layer.cubes + 1) - 1 ^ 1 << move.entered if enters else (1 << layer.cubes) - 1)
    for k in range(layer.sets):
        left = counts[k]
        set = left
        while left:
            bit = lowest_bit(left)
            left &= left - 1
            r = k * SET + bit
            word = layer.word[r]
            if not enters:
                word = layer.having[move.bit][r] & 0xFFFF
                r = layer.having[move.bit][r] >> 16
            value = row[RANK[word_shuffled(&shuffle, word)]]
            if enters:
                value >>= GAP_BITS
            for i in range(rolls):
                if value <= paid[i][r]:
                    break
            else:
                set ^= <uint64_t>1 << bit
                dropped += 1
        counts[k] = set
    return dropped


cdef inline uint64_t layer_prune(const layer_t* layer, const uint64_t* lower, const uint64_t* upper,
                                 const uint64_t* entered, uint32_t first, uint32_t last) noexcept nogil:
    """Drop each move that is worse than another one wherever the opponent's bounds between `lower`
    and `upper` will end. No result of a later step changes. Returns the number dropped."""
    cdef uint64_t least[DIE][WORDS_MOST]
    cdef uint64_t dropped = 0
    cdef uint32_t cls, i
    for cls in range(first, last):
        layer_weigh(layer, cls, upper, entered, True, least)
        for i in range(layer.moves.first[cls], layer.moves.entering[cls]):
            dropped += move_prune(layer, i, False, lower, least)
        if entered != NULL:
            for i in range(layer.moves.entering[cls], layer.moves.first[cls + 1]):
                dropped += move_prune(layer, i, True, entered, least)
    return dropped
