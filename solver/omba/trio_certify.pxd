# An independent check of the table of three players. It takes positions one by one, as stacks of
# owners, plays every move, and looks up the number of the resulting position from scratch. It shares
# only the rule of a move (reach.pxd) and the numbering (heights.pxd, TRIT_RANK) with the solver.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from omba.heights cimport IMAGE, heights_rank, heights_t
from omba.layer cimport GAP_BITS, GAP_MOST, ONE
from omba.reach cimport DIE, HAND, SOURCES, SQUARES, reach_any, reach_from, reach_t
from omba.trio cimport APART, OUT, ROW
from omba.trits cimport TRIO, TRIO_CUBES, TRIT_RANK, POWER, trits_count, trits_words

ctypedef struct board_t:
    uint8_t height[SQUARES]
    uint8_t owner[SQUARES][TRIO_CUBES]  # from bottom to top: 0 the mover, 1 the next, 2 the third

ctypedef struct trio_verdict_t:
    uint64_t positions
    uint64_t faults            # positions whose bounds don't follow, or whose move is not legal
    uint64_t first             # the number of the first of these
    uint64_t widest            # the widest gap between two bounds
    uint64_t gain              # the most that another move could gain its player
    uint64_t choices           # rolls with several moves
    uint64_t better            # those in which another move gains more than APART
    uint64_t ties              # those in which an equal move gives the others different chances

ctypedef struct places_t:      # the tables that moves lead to
    const heights_t* here
    const heights_t* more      # with one cube more, NULL if the hand is empty
    const uint64_t* own
    const uint64_t* moved
    const uint64_t* entered
    const uint64_t* ending     # of the board without the mover; not for endings


cdef inline uint64_t board_number(const board_t* board, const heights_t* heights) noexcept nogil:
    cdef uint32_t vector = heights_rank(board.height, heights.cubes)
    cdef uint32_t cls = heights.class_of[vector]
    cdef const uint8_t* image = IMAGE[heights.image_of[vector]]
    cdef uint8_t source[SQUARES]
    cdef uint8_t count[TRIO]
    cdef int square, level, owner, cube = 0
    cdef unsigned word = 0
    count[0] = count[1] = count[2] = 0
    for square in range(SQUARES):
        source[image[square]] = square
    for square in range(SQUARES):
        for level in range(board.height[source[square]]):
            owner = board.owner[source[square]][level]
            count[owner] += 1
            word += owner * POWER[cube]
            cube += 1
    return cls * <uint64_t>trits_words(count) + TRIT_RANK[word]


cdef inline void board_turn(board_t* board, bint is_ending) noexcept nogil:
    """Let the next player be the mover. In an ending the third player is out."""
    cdef int square, level, owner
    for square in range(SQUARES):
        for level in range(board.height[square]):
            owner = board.owner[square][level]
            if not is_ending:
                board.owner[square][level] = 2 if owner == 0 else owner - 1
            elif owner != 2:
                board.owner[square][level] = 1 - owner


cdef inline unsigned board_ends(const board_t* board, const reach_t* reaches, int source, const places_t* places) noexcept nogil:
    """Return the squares where a cube of the mover can go from a source with some roll."""
    if source == HAND:
        if places.entered == NULL:
            return 0
    elif board.height[source] == 0 or board.owner[source][board.height[source] - 1] != 0:
        return 0
    return reach_any(&reaches[source])


cdef inline uint64_t board_after(const board_t* board, int source, int end, bint is_ending, const places_t* places) noexcept nogil:
    """Return the number of the position after a move."""
    cdef board_t after = board[0]
    if source != HAND:
        after.height[source] -= 1
    after.owner[end][after.height[end]] = 0
    after.height[end] += 1
    board_turn(&after, is_ending)
    return board_number(&after, places.more if source == HAND else places.here)


cdef inline bint board_ending_holds(const board_t* board, const reach_t* reaches, uint64_t number, const places_t* places,
                                    trio_verdict_t* verdict) noexcept nogil:
    """Return whether the finished bounds of an ending follow from those that its moves lead to."""
    cdef uint64_t lower[DIE]
    cdef uint64_t upper[DIE]
    cdef uint64_t bounds, low, high, floor_ = 0, top = 0
    cdef int source, end, roll
    cdef unsigned ends
    for roll in range(DIE):
        lower[roll] = upper[roll] = ONE
    for source in range(SOURCES):
        ends = board_ends(board, reaches, source, places)
        for end in range(SQUARES):
            if not ends >> end & 1:
                continue
            bounds = (places.entered if source == HAND else places.moved)[board_after(board, source, end, True, places)]
            for roll in range(DIE):
                if reaches[source].ends[roll] >> end & 1:
                    lower[roll] = min(lower[roll], bounds >> GAP_BITS)
                    upper[roll] = min(upper[roll], (bounds >> GAP_BITS) + (bounds & GAP_MOST))
    for roll in range(DIE):
        floor_ += ONE - upper[roll]
        top += ONE - lower[roll]
    low = places.own[number] >> GAP_BITS
    high = low + (places.own[number] & GAP_MOST)
    verdict.widest = max(verdict.widest, high - low)
    return high <= ONE and (low == 0 or DIE * low < floor_) and DIE * high >= top


cdef inline bint far_apart(uint64_t one, uint64_t other) noexcept nogil:
    return one > other + APART or other > one + APART


cdef inline bint board_holds(const board_t* board, const reach_t* reaches, uint64_t number, const places_t* places,
                             trio_verdict_t* verdict) noexcept nogil:
    """Return whether the moves of a position are legal, and its bounds follow from those that they
    lead to."""
    cdef const uint64_t* rows[DIE]     # what the chosen moves lead to
    cdef uint64_t total[TRIO]
    cdef uint64_t upper[DIE]           # the most that the mover may have after another move
    cdef uint8_t moves[DIE]
    cdef bint tied[DIE]
    cdef const uint64_t* own = places.own + number * ROW
    cdef const uint64_t* row
    cdef uint64_t bounds
    cdef int source, end, roll, i, step
    cdef unsigned ends
    cdef board_t gone
    for roll in range(DIE):
        rows[roll] = NULL
        moves[roll] = 0
        upper[roll] = 0
    for step in range(2):              # first the chosen moves, then all others
        for source in range(SOURCES):
            ends = board_ends(board, reaches, source, places)
            for end in range(SQUARES):
                if not ends >> end & 1:
                    continue
                row = (places.entered if source == HAND else places.moved) + ROW * board_after(board, source, end, False, places)
                for roll in range(DIE):
                    if not reaches[source].ends[roll] >> end & 1:
                        continue
                    if step == 0:
                        moves[roll] += 1
                        if own[TRIO] >> 8 * roll & OUT == <uint64_t>(source * SQUARES + end):
                            rows[roll] = row
                            tied[roll] = False
                    elif rows[roll] != NULL and row != rows[roll]:
                        upper[roll] = max(upper[roll], ONE - row[0] - row[1])
                        # The bounds after a move are those of the next player, the third, the mover.
                        tied[roll] |= far_apart(row[0], rows[roll][0]) and not far_apart(row[2], rows[roll][2])
    total[0] = total[1] = total[2] = 0
    for roll in range(DIE):
        if rows[roll] != NULL:
            total[0] += rows[roll][2]
            total[1] += rows[roll][0]
            total[2] += rows[roll][1]
            if upper[roll] > rows[roll][2]:
                verdict.gain = max(verdict.gain, upper[roll] - rows[roll][2])
                verdict.better += upper[roll] - rows[roll][2] > APART
            if moves[roll] > 1:
                verdict.choices += 1
                verdict.ties += tied[roll]
            continue
        if moves[roll] or own[TRIO] >> 8 * roll & OUT != OUT:
            return False
        gone = board[0]
        board_turn(&gone, False)
        bounds = places.ending[board_number(&gone, places.here)]
        total[1] += bounds >> GAP_BITS
        total[2] += ONE - (bounds >> GAP_BITS) - (bounds & GAP_MOST)
    bounds = own[0] + own[1] + own[2]
    if bounds > ONE:
        return False
    verdict.widest = max(verdict.widest, ONE - bounds)
    for i in range(TRIO):
        if own[i] and DIE * own[i] >= total[i]:
            return False
    return True


cdef inline void trio_judge(const places_t* places, int variant, const uint8_t* count, bint is_ending, uint32_t first,
                            uint32_t last, trio_verdict_t* verdict) noexcept nogil:
    """Check the bounds of classes `first` to `last` - 1, with `count` cubes of each player."""
    cdef uint8_t level[SQUARES]
    cdef uint8_t found[TRIO]
    cdef reach_t reaches[SOURCES]
    cdef board_t board
    cdef const heights_t* here = places.here
    cdef uint64_t number
    cdef uint32_t cls, words = trits_words(count)
    cdef int square, source, word, i
    cdef unsigned left
    cdef bint holds
    for cls in range(first, last):
        for square in range(SQUARES):
            board.height[square] = level[square] = here.height[cls * SQUARES + square]
        for source in range(SOURCES):
            if source == HAND:
                reach_from(level, source, variant, &reaches[source])
            elif level[source]:
                level[source] -= 1
                reach_from(level, source, variant, &reaches[source])
                level[source] += 1
        for word in range(POWER[here.cubes]):
            trits_count(word, here.cubes, found)
            if found[0] != count[0] or found[1] != count[1]:
                continue
            left = word
            for square in range(SQUARES):
                for i in range(board.height[square]):
                    board.owner[square][i] = left % TRIO
                    left //= TRIO
            number = cls * <uint64_t>words + TRIT_RANK[word]
            if is_ending:
                holds = board_ending_holds(&board, reaches, number, places, verdict)
            else:
                holds = board_holds(&board, reaches, number, places, verdict)
            verdict.positions += 1
            if not holds:
                if verdict.faults == 0:
                    verdict.first = number
                verdict.faults += 1
