# Games played to their end by players who don't look ahead: at random, or by the rule of thumb.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from omba.heights cimport CUBES
from omba.reach cimport DIE, HAND, SOURCES, SQUARES, reach_from, reach_t

cdef enum:
    SEATS = 4
    NOBODY = 255
    ANY_MOVE = 0               # the policies: any move, each equally likely,
    THUMB = 1                  # or a move with the highest thumb_score()
    MOVES_MOST = 90

ctypedef struct game_t:
    uint8_t height[SQUARES]
    uint8_t owner[SQUARES][CUBES]  # from bottom to top, players 0 .. 3
    uint8_t hand[SEATS]
    uint8_t still_in           # a bit for each player
    uint8_t players
    uint8_t side
    uint8_t variant

ctypedef struct step_t:
    uint8_t source
    uint8_t end


cdef inline uint64_t random_next(uint64_t* state) noexcept nogil:
    """Return the next number of SplitMix64."""
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL
    return z ^ z >> 31


cdef inline int random_below(uint64_t* state, uint32_t n) noexcept nogil:
    return <int>((random_next(state) >> 32) * n >> 32)


cdef inline int game_top(const game_t* game, int square) noexcept nogil:
    return game.owner[square][game.height[square] - 1] if game.height[square] else NOBODY


cdef inline int thumb_score(const game_t* game, const step_t* step) noexcept nogil:
    """Score a move by the rule of thumb: cover an enemy who is in; else don't uncover one; else
    don't cover yourself."""
    cdef int score = 0, top = game_top(game, step.end), below = NOBODY
    if top == game.side:
        score -= 1
    elif top != NOBODY and game.still_in >> top & 1:
        score += 4
    if step.source != HAND and game.height[step.source] > 1:
        below = game.owner[step.source][game.height[step.source] - 2]
        if below != game.side and game.still_in >> below & 1:
            score -= 2
    return score


cdef inline int game_moves(const game_t* game, int roll, step_t* steps) noexcept nogil:
    """List the moves worth this roll, 1..6. Returns their number."""
    cdef uint8_t level[SQUARES]
    cdef reach_t reach
    cdef int source, end, count = 0
    for source in range(SQUARES):
        level[source] = game.height[source]
    for source in range(SOURCES):
        if source == HAND:
            if game.hand[game.side] == 0:
                continue
            reach_from(level, HAND, game.variant, &reach)
        else:
            if game_top(game, source) != game.side:
                continue
            level[source] -= 1
            reach_from(level, source, game.variant, &reach)
            level[source] += 1
        for end in range(SQUARES):
            if reach.ends[roll - 1] >> end & 1:
                steps[count].source = source
                steps[count].end = end
                count += 1
    return count


cdef inline bint game_choose(const game_t* game, int roll, int policy, uint64_t* state, step_t* chosen) noexcept nogil:
    """Choose a move by a policy, with ties broken at random. Returns False if there is no move."""
    cdef step_t steps[MOVES_MOST]
    cdef int count = game_moves(game, roll, steps), i, score, best = -100, tied = 0
    if count == 0:
        return False
    if policy == ANY_MOVE:
        chosen[0] = steps[random_below(state, count)]
        return True
    for i in range(count):
        score = thumb_score(game, &steps[i])
        if score > best:
            best = score
            tied = 0
        if score == best:
            steps[tied] = steps[i]
            tied += 1
    chosen[0] = steps[random_below(state, tied)]
    return True


cdef inline void game_pass(game_t* game) noexcept nogil:
    """Pass the turn to the next player who is in."""
    game.side = (game.side + 1) % game.players
    while not game.still_in >> game.side & 1:
        game.side = (game.side + 1) % game.players


cdef inline void game_move(game_t* game, const step_t* step) noexcept nogil:
    if step.source == HAND:
        game.hand[game.side] -= 1
    else:
        game.height[step.source] -= 1
    game.owner[step.end][game.height[step.end]] = game.side
    game.height[step.end] += 1
    game_pass(game)


cdef inline int game_finish(game_t* game, int policy, uint64_t* state) noexcept nogil:
    """Play to the end. Returns the winner."""
    cdef step_t step
    while game.still_in & game.still_in - 1:
        if game_choose(game, random_below(state, DIE) + 1, policy, state, &step):
            game_move(game, &step)
        else:
            game.still_in &= ~(1 << game.side)
            game_pass(game)
    return game.side
