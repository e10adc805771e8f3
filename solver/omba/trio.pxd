# Layers of three players, and the steps that find their moves and their chances.
#
# A position is a class of heights and a word of trits; its number is class x words + rank of the
# word. Chances are lower bounds in units of 1 / ONE, one for each player: the mover, the player after
# it, the third. With the moves fixed, a step computes each bound from those of the positions that the
# moves lead to, rounded down to strictly less than their mean unless it is 0.
#
# Once the mover is out, two are left: the *ending* of the same board has finished bounds of the chance
# of the next player. Finished bounds of three are rows of ROW numbers: the three bounds, and the moves.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from omba.heights cimport IMAGE, SYMMETRIES, heights_group, heights_t
from omba.layer cimport GAP_BITS, GAP_MOST, ONE, move_t, moves_t
from omba.reach cimport DIE, HAND, SQUARES
from omba.trits cimport (
    TRIO, TRIO_CUBES, TRITS_MOST, TRIT_RANK, POWER, trit_turned, trits_count, trits_shuffle_make, trits_shuffle_t, trits_shuffled,
    trits_words,
)
from omba.words cimport bits_moved

cdef extern from *:
    """
    #define TIE (1ULL << 10)
    #define APART 17592ULL
    enum { ROW = 4, OUT = 255 };
    """
    const uint64_t TIE         # moves whose chances differ by no more are equal to the mover
    const uint64_t APART       # chances that differ by more, 1e-9, are not equal
    enum:
        ROW                    # numbers of a finished position
        OUT                    # in place of a move: there is none

ctypedef struct trio_t:        # positions with `count` cubes on the board of each player
    const heights_t* heights
    const moves_t* moves
    int cubes
    uint8_t count[TRIO]
    uint32_t words
    uint32_t moved             # words after a move on the board, and after one from the hand
    uint32_t entered
    uint16_t word[TRITS_MOST]  # by rank
    uint16_t turned[TRITS_MOST]  # by rank: the rank of the same word as the next player sees it
    uint16_t having[TRIO_CUBES][TRITS_MOST]  # by cube: the ranks of the words in which it is the mover's
    uint32_t counted[TRIO_CUBES]

ctypedef struct choices_t:     # by roll and rank: the move, and the bounds after it
    uint64_t most[DIE][TRITS_MOST]     # the best chance of the mover
    uint64_t own[DIE][TRITS_MOST]      # its chance after the chosen move, and those of the others
    uint64_t next[DIE][TRITS_MOST]
    uint64_t third[DIE][TRITS_MOST]
    uint8_t pick[DIE][TRITS_MOST]      # the chosen move's number among those of its class, or OUT

ctypedef struct after_t:       # where moves lead to
    const uint64_t* moved      # bounds after a move on the board, TRIO numbers a position
    const uint64_t* entered    # finished rows after a move from the hand, NULL if it is empty
    const uint64_t* ending     # finished bounds of the ending of each board

ctypedef struct change_t:
    uint64_t picks             # how many moves have changed
    uint64_t widest            # the largest change of a bound
    uint64_t positions         # how many positions have a bound that changes by more than APART


cdef inline void trio_make(trio_t* trio, const heights_t* heights, const moves_t* moves, const uint8_t* count) noexcept nogil:
    cdef uint8_t found[TRIO]
    cdef int word, cube, i, left
    cdef unsigned turned
    trio.heights = heights
    trio.moves = moves
    trio.cubes = heights.cubes
    trio.words = 0
    for i in range(TRIO):
        trio.count[i] = count[i]
        found[i] = count[(i + 1) % TRIO]
    trio.moved = trits_words(found)
    found[TRIO - 1] += 1
    trio.entered = trits_words(found)
    for cube in range(TRIO_CUBES):
        trio.counted[cube] = 0
    for word in range(POWER[trio.cubes]):
        trits_count(word, trio.cubes, found)
        if found[0] != count[0] or found[1] != count[1]:
            continue
        left = word
        turned = 0
        for cube in range(trio.cubes):
            if left % TRIO == 0:
                trio.having[cube][trio.counted[cube]] = trio.words
                trio.counted[cube] += 1
            turned += trit_turned(left % TRIO) * POWER[cube]
            left //= TRIO
        trio.word[trio.words] = word
        trio.turned[trio.words] = TRIT_RANK[turned]
        trio.words += 1


cdef inline uint64_t trio_rows(const trio_t* trio, const after_t* after, const move_t* move, bint enters,
                               const uint64_t** row) noexcept nogil:
    """Set `row` to the bounds after a move, of the first word. Returns the numbers a position."""
    if enters:
        row[0] = after.entered + move.target * <uint64_t>trio.entered * ROW
        return ROW
    row[0] = after.moved + move.target * <uint64_t>trio.moved * TRIO
    return TRIO


cdef inline uint32_t moves_end(const trio_t* trio, uint32_t cls, const after_t* after) noexcept nogil:
    """Return the number after the last move of a class: those that enter come last, and need a hand."""
    return trio.moves.entering[cls] if after.entered == NULL else trio.moves.first[cls + 1]


cdef inline uint32_t move_words(const trio_t* trio, const move_t* move, bint enters) noexcept nogil:
    """Return the number of words in which the mover can make a move."""
    return trio.words if enters else trio.counted[move.bit]


cdef inline uint32_t move_word(const trio_t* trio, const move_t* move, bint enters, uint32_t k) noexcept nogil:
    """Return the rank of the k-th of these words."""
    return k if enters else trio.having[move.bit][k]


cdef inline void move_look(const trio_t* trio, uint32_t number, bint enters, const after_t* after, choices_t* found) noexcept nogil:
    """Raise `found.most` to the chance of the mover after a move."""
    cdef const move_t* move = trio.moves.move + number
    cdef trits_shuffle_t shuffle
    cdef const uint64_t* row
    cdef uint64_t size = trio_rows(trio, after, move, enters, &row), own
    cdef uint32_t k, r
    cdef int roll
    trits_shuffle_make(&shuffle, move.to, trio.cubes, move.entered if enters else -1)
    for k in range(move_words(trio, move, enters)):
        r = move_word(trio, move, enters, k)
        own = row[size * TRIT_RANK[trits_shuffled(&shuffle, trio.word[r])] + 2]
        for roll in range(DIE):
            if move.rolls >> roll & 1 and own > found.most[roll][r]:
                found.most[roll][r] = own


cdef inline void move_take(const trio_t* trio, uint32_t number, uint32_t first, bint enters, const after_t* after,
                           bint takes_first, const uint8_t* picks, choices_t* found) noexcept nogil:
    """Choose a move where it is as good for the mover as the best. Of equal ones, choose the one that
    was chosen before, else the first, or the last unless `takes_first`."""
    cdef const move_t* move = trio.moves.move + number
    cdef trits_shuffle_t shuffle
    cdef const uint64_t* row
    cdef const uint8_t* held
    cdef const uint64_t* bounds
    cdef uint64_t size = trio_rows(trio, after, move, enters, &row)
    cdef uint32_t k, r
    cdef int roll
    trits_shuffle_make(&shuffle, move.to, trio.cubes, move.entered if enters else -1)
    for k in range(move_words(trio, move, enters)):
        r = move_word(trio, move, enters, k)
        bounds = row + size * TRIT_RANK[trits_shuffled(&shuffle, trio.word[r])]
        held = picks + r * DIE
        for roll in range(DIE):
            if not move.rolls >> roll & 1 or bounds[2] + TIE < found.most[roll][r]:
                continue
            if found.pick[roll][r] != OUT and number - first != held[roll]:
                if takes_first or found.pick[roll][r] == held[roll]:
                    continue
            found.pick[roll][r] = number - first
            found.next[roll][r] = bounds[0]
            found.third[roll][r] = bounds[1]
            found.own[roll][r] = bounds[2]


cdef inline void trio_end(const trio_t* trio, uint32_t cls, const after_t* after, choices_t* found) noexcept nogil:
    """Begin with a mover who is out at every roll."""
    cdef uint32_t r
    cdef int roll
    cdef uint64_t bounds, lower
    for r in range(trio.words):
        bounds = after.ending[cls * <uint64_t>trio.words + trio.turned[r]]
        lower = bounds >> GAP_BITS
        for roll in range(DIE):
            found.pick[roll][r] = OUT
            found.most[roll][r] = 0
            found.own[roll][r] = 0
            found.next[roll][r] = lower
            found.third[roll][r] = ONE - lower - (bounds & GAP_MOST)


cdef inline uint64_t bound_below(uint64_t total) noexcept nogil:
    """Return the greatest bound that is less than a mean over the rolls, or 0."""
    return (total - 1) // DIE if total else 0


cdef inline void trio_settle(const trio_t* trio, uint32_t cls, const choices_t* found, int damping, const uint64_t* held,
                             uint64_t* out, change_t* change) noexcept nogil:
    """Write the bounds before the roll, and compare them with those held. Go 1 / damping of the way."""
    cdef uint64_t total[TRIO]
    cdef uint64_t place, bound, by, most
    cdef uint32_t r
    cdef int roll, i
    for r in range(trio.words):
        total[0] = total[1] = total[2] = 0
        for roll in range(DIE):
            total[0] += found.own[roll][r]
            total[1] += found.next[roll][r]
            total[2] += found.third[roll][r]
        most = 0
        for i in range(TRIO):
            place = (cls * <uint64_t>trio.words + r) * TRIO + i
            bound = bound_below(total[i])
            by = bound - held[place] if bound > held[place] else held[place] - bound
            if by > most:
                most = by
            out[place] = ((damping - 1) * held[place] + bound) // damping
        change.positions += most > APART
        if most > change.widest:
            change.widest = most


cdef inline uint8_t move_image(const trio_t* trio, uint32_t cls, uint8_t pick, const uint8_t* image) noexcept nogil:
    """Return the number of the image of a move among those of its class."""
    cdef const move_t* move = trio.moves.move + trio.moves.first[cls]
    cdef int source, end
    cdef uint8_t other
    if pick == OUT:
        return OUT
    source = HAND if move[pick].source == HAND else image[move[pick].source]
    end = image[move[pick].end]
    for other in range(trio.moves.first[cls + 1] - trio.moves.first[cls]):
        if move[other].source == source and move[other].end == end:
            return other
    return OUT


cdef inline uint32_t word_image(const trio_t* trio, uint32_t r, const uint8_t* to) noexcept nogil:
    """Return the rank of a word after its cubes have moved to the places `to`."""
    cdef int cube, left = trio.word[r]
    cdef unsigned word = 0
    for cube in range(trio.cubes):
        word += left % TRIO * POWER[to[cube]]
        left //= TRIO
    return TRIT_RANK[word]


cdef inline void trio_mirror(const trio_t* trio, uint32_t cls, uint8_t* picks) noexcept nogil:
    """Where a symmetry leaves the heights unchanged, a position has several numbers: give all of them
    the moves of the least."""
    cdef const uint8_t* height = trio.heights.height + cls * SQUARES
    cdef uint8_t to[TRIO_CUBES]
    cdef uint32_t r, other
    cdef int g, roll, group = heights_group(height)
    for g in range(SYMMETRIES):
        if not group >> g & 1:
            continue
        bits_moved(height, height, IMAGE[g], to)
        for r in range(trio.words):
            other = word_image(trio, r, to)
            if other <= r or not word_is_least(trio, height, group, r):
                continue
            for roll in range(DIE):
                picks[other * DIE + roll] = move_image(trio, cls, picks[r * DIE + roll], IMAGE[g])


cdef inline bint word_is_least(const trio_t* trio, const uint8_t* height, int group, uint32_t r) noexcept nogil:
    """Return whether no image of a word has a lower rank."""
    cdef uint8_t to[TRIO_CUBES]
    cdef int g
    for g in range(SYMMETRIES):
        if not group >> g & 1:
            continue
        bits_moved(height, height, IMAGE[g], to)
        if word_image(trio, r, to) < r:
            return False
    return True


cdef inline void trio_choose(const trio_t* trio, const after_t* after, bint takes_first, uint32_t first, uint32_t last,
                             uint8_t* picks, change_t* change) noexcept nogil:
    """Choose the moves of classes `first` to `last` - 1, given the chances after them."""
    cdef choices_t found
    cdef uint32_t cls, begin, end, number, r
    cdef int roll
    cdef uint8_t* held
    for cls in range(first, last):
        begin = trio.moves.first[cls]
        trio_end(trio, cls, after, &found)
        end = moves_end(trio, cls, after)
        for number in range(begin, end):
            move_look(trio, number, number >= trio.moves.entering[cls], after, &found)
        for number in range(begin, end):
            move_take(trio, number, begin, number >= trio.moves.entering[cls], after, takes_first,
                      picks + cls * <uint64_t>trio.words * DIE, &found)
        for r in range(trio.words):
            held = picks + (cls * <uint64_t>trio.words + r) * DIE
            for roll in range(DIE):
                change.picks += held[roll] != found.pick[roll][r]
                held[roll] = found.pick[roll][r]
        if heights_group(trio.heights.height + cls * SQUARES) != 1:
            trio_mirror(trio, cls, picks + cls * <uint64_t>trio.words * DIE)


cdef inline void move_follow(const trio_t* trio, uint32_t cls, uint32_t number, uint32_t first, bint enters, const after_t* after,
                             const uint8_t* picks, choices_t* found) noexcept nogil:
    """Fill in the bounds after a move where it is chosen."""
    cdef const move_t* move = trio.moves.move + number
    cdef trits_shuffle_t shuffle
    cdef const uint64_t* row
    cdef const uint64_t* bounds
    cdef const uint8_t* held
    cdef uint64_t size = trio_rows(trio, after, move, enters, &row)
    cdef uint32_t k, r
    cdef int roll
    trits_shuffle_make(&shuffle, move.to, trio.cubes, move.entered if enters else -1)
    for k in range(move_words(trio, move, enters)):
        r = move_word(trio, move, enters, k)
        held = picks + (cls * <uint64_t>trio.words + r) * DIE
        for roll in range(DIE):
            if held[roll] == number - first:
                bounds = row + size * TRIT_RANK[trits_shuffled(&shuffle, trio.word[r])]
                found.next[roll][r] = bounds[0]
                found.third[roll][r] = bounds[1]
                found.own[roll][r] = bounds[2]


cdef inline void trio_follow(const trio_t* trio, const after_t* after, const uint8_t* picks, int damping, uint32_t first,
                             uint32_t last, const uint64_t* held, uint64_t* out, change_t* change) noexcept nogil:
    """Compute the bounds of classes `first` to `last` - 1 under the moves `picks`. `held` may be
    `out`, unless that is what the moves lead to."""
    cdef choices_t found
    cdef uint32_t cls, begin, number
    for cls in range(first, last):
        begin = trio.moves.first[cls]
        trio_end(trio, cls, after, &found)
        for number in range(begin, moves_end(trio, cls, after)):
            move_follow(trio, cls, number, begin, number >= trio.moves.entering[cls], after, picks, &found)
        trio_settle(trio, cls, &found, damping, held, out, change)


cdef inline void trio_pack(const trio_t* trio, const uint64_t* bounds, const uint8_t* picks, uint64_t* out) noexcept nogil:
    """Write finished rows. A move is source x SQUARES + end, in eight bits for each roll."""
    cdef const move_t* move
    cdef uint64_t place, packed
    cdef uint32_t cls, r
    cdef int roll, i
    for cls in range(trio.heights.classes):
        for r in range(trio.words):
            place = cls * <uint64_t>trio.words + r
            packed = 0
            for roll in range(DIE):
                i = picks[place * DIE + roll]
                if i != OUT:
                    move = trio.moves.move + trio.moves.first[cls] + i
                    i = move.source * SQUARES + move.end
                packed |= <uint64_t>i << 8 * roll
            for i in range(TRIO):
                out[place * ROW + i] = bounds[place * TRIO + i]
            out[place * ROW + TRIO] = packed
