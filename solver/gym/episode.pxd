# One solo game, played action by action: the compiled twin of src/numberdrop/stages, which also has
# games of several players. The two must agree action by action: change both together.
# tests/agents/test_vector.py compares them, and so does `python tests/tools episodes` on many games.
from libc.stdint cimport int16_t, uint8_t, uint32_t
from libc.string cimport memset
from game.board cimport (CELLS, COLUMNS, DIGITS, DIGIT_ZERO, NUMBER_DICE, ROWS, SIZE_BONUS, SLIDE, SOLO,
                         SOLO_CELLS, SOLO_SHAPES, TILES, WAYS_MOST, mask_add, mask_has, mask_pop, mask_t, sheet_build,
                         sheet_put, sheet_t)
from game.combo cimport IDENTICAL, claim_t, claims_all, claims_free, claims_t, sheet_claim
from game.drop cimport LANDINGS_MOST, drop_row, landing_set, landing_t, sheet_block, sheet_write, slide_list
from game.score cimport score_total
from game.shapes cimport SHAPE, turned_t
from game.tiles cimport sheet_is_over, tile_can_slide, tile_shape, tile_slide
from gym.actions cimport ACTIONS, DONE, FIRST_CELL, FIRST_DIGIT, FIRST_LETTER, FIRST_POSE, poses_t, pose_action
from gym.deal cimport deal_t, throw_t

cdef enum:                     # the stages, numbered as in numberdrop.stages.STAGES
    START
    FREE
    STAR
    DROP
    PLACE
    REST
    WRITE
    CLAIM
    OVER

ctypedef struct episode_t:
    sheet_t sheet
    deal_t deal
    int flags                  # of the variant
    uint8_t turns              # played
    uint8_t stage
    uint8_t slides             # of this turn
    uint8_t shape              # shown by the roll, SOLO_SHAPES for a star
    uint8_t die[DIGITS + 1]    # the number dice not written yet: by digit, stars last
    bint star                  # the roll shows a star
    bint falling               # an X shape is being dropped, not the player's own shape
    uint8_t letter             # of the tile that slid last
    uint8_t rest_shape         # the pose whose place of rest is being chosen
    uint8_t rest_way
    uint8_t rest_x
    landing_t landing          # of the player's own shape
    uint8_t written
    uint8_t digit[SOLO_CELLS]
    claims_t claims            # those that begin with the picked cells
    uint8_t picked
    uint8_t cell[SIZE_BONUS]
    int points                 # the score at the last episode_gain()
    int count
    int16_t legal[ACTIONS]


cdef inline void episode_free(episode_t* e) noexcept nogil:
    claims_free(&e.claims)


cdef inline void legal_add(episode_t* e, int action) noexcept nogil:
    e.legal[e.count] = <int16_t>action
    e.count += 1


# Poses and their landings.

cdef inline int landing_column(const landing_t* landing) noexcept nogil:
    cdef int i, column = COLUMNS
    for i in range(landing.size):
        column = min(column, landing.cell[i] % COLUMNS)
    return column


cdef inline int landing_foot(const landing_t* landing, int x) noexcept nogil:
    """Return the lowest cell of a landing in its leftmost column `x`."""
    cdef int i
    for i in range(landing.size):
        if landing.cell[i] % COLUMNS == x:
            return landing.cell[i]
    return -1


cdef inline int pose_landings(const episode_t* e, const poses_t* poses, int shape, int way, int x, landing_t* out) noexcept nogil:
    """List the landings of a pose, at most LANDINGS_MOST. Returns their number."""
    cdef const turned_t* turned = &SHAPE[shape].turned[way]
    cdef int row, i, count, kept = 0
    if not e.flags & SLIDE:
        row = drop_row(&e.sheet, turned, x)
        if row + turned.tall > ROWS:
            return 0
        landing_set(out, &e.sheet, turned, shape, x, row)
        return 1
    count = slide_list(&e.sheet, turned, shape, out)
    for i in range(count):
        if landing_column(&out[i]) == x:
            out[kept] = out[i]
            kept += 1
    return kept


cdef inline void poses_add(episode_t* e, const poses_t* poses, int shape) noexcept nogil:
    """Add the poses of a shape that have a landing to the legal actions."""
    cdef landing_t[LANDINGS_MOST] places
    cdef const turned_t* turned
    cdef int way, x, i, count, columns
    for way in range(SHAPE[shape].count):
        turned = &SHAPE[shape].turned[way]
        columns = 0
        if e.flags & SLIDE:
            count = slide_list(&e.sheet, turned, shape, places)
            for i in range(count):
                columns |= 1 << landing_column(&places[i])
        else:
            for x in range(COLUMNS - turned.width + 1):
                if drop_row(&e.sheet, turned, x) + turned.tall <= ROWS:
                    columns |= 1 << x
        for x in range(COLUMNS):
            if columns >> x & 1:
                legal_add(e, pose_action(poses, shape, way, x))


# Claims, cell by cell in canonical order.

cdef inline int claim_cell(const sheet_t* sheet, const claim_t* claim, int at) noexcept nogil:
    """Return cell number `at` of a claim in canonical order."""
    cdef mask_t rest = claim.cells
    cdef int i, cell, low = DIGIT_ZERO + DIGITS
    if claim.kind == IDENTICAL:
        for i in range(at):
            mask_pop(&rest)
        return mask_pop(&rest)
    while rest.word[0] | rest.word[1]:
        low = min(low, <int>sheet.cell[mask_pop(&rest)])
    rest = claim.cells
    while rest.word[0] | rest.word[1]:
        cell = mask_pop(&rest)
        if sheet.cell[cell] == low + at:
            return cell
    return -1


cdef inline void claims_ask(episode_t* e) noexcept nogil:
    cdef mask_t seen
    cdef int i, cell, done = e.picked == 0
    memset(&seen, 0, sizeof(mask_t))
    for i in range(e.claims.count):
        if e.claims.item[i].size == e.picked:
            done = 1
            continue
        cell = claim_cell(&e.sheet, &e.claims.item[i], e.picked)
        if not mask_has(&seen, cell):
            mask_add(&seen, cell)
            legal_add(e, FIRST_CELL + cell)
    if done:
        legal_add(e, DONE)


cdef inline void claims_pick(episode_t* e, int cell) noexcept nogil:
    cdef int i, kept = 0
    for i in range(e.claims.count):
        if e.claims.item[i].size > e.picked and claim_cell(&e.sheet, &e.claims.item[i], e.picked) == cell:
            e.claims.item[kept] = e.claims.item[i]
            kept += 1
    e.claims.count = kept
    e.cell[e.picked] = <uint8_t>cell
    e.picked += 1


# Transitions between stages.

cdef inline void turn_begin(episode_t* e) noexcept nogil:
    """Start a turn with the next roll, unless the game is over or the deal has no roll left."""
    cdef const throw_t* roll
    cdef int i
    memset(e.die, 0, sizeof(e.die))
    e.slides = e.written = e.picked = 0
    e.falling = False
    e.claims.count = 0
    e.shape = SOLO_SHAPES + 1
    e.stage = OVER
    if e.turns and sheet_is_over(&e.sheet) or e.turns == e.deal.rolls:
        return
    roll = &e.deal.roll[e.turns]
    for i in range(NUMBER_DICE):
        e.die[roll.number[i]] += 1
    e.shape = roll.shape
    e.star = e.die[DIGITS] > 0 or e.shape == SOLO_SHAPES
    e.stage = FREE


cdef inline void star_ask(episode_t* e) noexcept nogil:
    """Add the tiles that the star can slide now to the legal actions."""
    cdef int letter
    if e.slides == 2 or not e.star:
        return
    for letter in range(TILES):
        if tile_can_slide(&e.sheet, letter) and e.shape in (SOLO_SHAPES, tile_shape(&e.sheet, letter)):
            legal_add(e, FIRST_LETTER + letter)


cdef inline void legal_list(episode_t* e, const poses_t* poses) noexcept nogil:
    """List the legal actions. A stage that has no legal action is skipped."""
    cdef landing_t[LANDINGS_MOST] places
    cdef int i, count
    e.count = 0
    if e.stage == START:
        for i in range(COLUMNS):
            legal_add(e, FIRST_CELL + i)
    elif e.stage == FREE:
        for i in range(TILES):
            if tile_can_slide(&e.sheet, i):
                legal_add(e, FIRST_LETTER + i)
    if e.stage == DROP:
        poses_add(e, poses, tile_shape(&e.sheet, e.letter))
        if e.count == 0:
            e.stage = STAR
    if e.stage == STAR:
        e.falling = False
        star_ask(e)
        if e.count == 0:
            e.stage = PLACE
    if e.stage == PLACE:
        for i in range(SOLO_SHAPES):
            if e.shape in (i, SOLO_SHAPES):
                poses_add(e, poses, i)
        if e.count == 0:
            e.stage = CLAIM
            claims_all(&e.sheet, &e.claims)
    if e.stage == REST:
        count = pose_landings(e, poses, e.rest_shape, e.rest_way, e.rest_x, places)
        for i in range(count):
            legal_add(e, FIRST_CELL + landing_foot(&places[i], e.rest_x))
    elif e.stage == WRITE:
        for i in range(DIGITS):
            if e.die[i] or e.die[DIGITS]:
                legal_add(e, FIRST_DIGIT + i)
    elif e.stage == CLAIM:
        claims_ask(e)


cdef inline void landing_take(episode_t* e, const landing_t* landing) noexcept nogil:
    if e.falling:
        sheet_block(&e.sheet, landing)
        e.stage = STAR
    else:
        e.landing = landing[0]
        e.stage = WRITE


cdef inline void pose_take(episode_t* e, const poses_t* poses, int pose) noexcept nogil:
    cdef landing_t[LANDINGS_MOST] places
    cdef int x = pose % COLUMNS, shape = pose // COLUMNS // WAYS_MOST
    cdef int way = poses.way[shape][pose // COLUMNS % WAYS_MOST]
    if pose_landings(e, poses, shape, way, x, places) == 1:
        landing_take(e, &places[0])
        return
    e.rest_shape = <uint8_t>shape
    e.rest_way = <uint8_t>way
    e.rest_x = <uint8_t>x
    e.stage = REST


cdef inline void rest_take(episode_t* e, const poses_t* poses, int foot) noexcept nogil:
    cdef landing_t[LANDINGS_MOST] places
    cdef int i, count = pose_landings(e, poses, e.rest_shape, e.rest_way, e.rest_x, places)
    for i in range(count):
        if landing_foot(&places[i], e.rest_x) == foot:
            landing_take(e, &places[i])
            return


cdef inline void digit_take(episode_t* e, int digit) noexcept nogil:
    """Write a digit. A die that shows it is used up before a star stands for it."""
    e.die[digit if e.die[digit] else <int>DIGITS] -= 1
    e.digit[e.written] = <uint8_t>digit
    e.written += 1
    if e.written == SOLO_CELLS:
        sheet_write(&e.sheet, &e.landing, e.digit)
        e.stage = CLAIM
        claims_all(&e.sheet, &e.claims)


cdef inline void claim_take(episode_t* e) noexcept nogil:
    """Make the claim whose cells have been picked, if any, and end the turn."""
    cdef int i
    for i in range(e.claims.count if e.picked else 0):
        if e.claims.item[i].size == e.picked:
            sheet_claim(&e.sheet, &e.claims.item[i])
            break
    e.sheet.turn += 1
    e.turns += 1
    turn_begin(e)


cdef inline void action_take(episode_t* e, const poses_t* poses, int action) noexcept nogil:
    """Take a legal action, but not the forced actions that follow it."""
    if e.stage == START:
        sheet_put(&e.sheet, action - FIRST_CELL, DIGIT_ZERO + 1)
        turn_begin(e)
    elif e.stage == FREE or e.stage == STAR:
        e.letter = <uint8_t>(action - FIRST_LETTER)
        e.slides += 1
        e.falling = tile_slide(&e.sheet, e.letter)
        e.stage = DROP if e.falling else STAR
    elif e.stage == DROP or e.stage == PLACE:
        pose_take(e, poses, action - FIRST_POSE)
    elif e.stage == REST:
        rest_take(e, poses, action - FIRST_CELL)
    elif e.stage == WRITE:
        digit_take(e, action - FIRST_DIGIT)
    elif action == DONE:
        claim_take(e)
    else:
        claims_pick(e, action - FIRST_CELL)


cdef inline void episode_pass(episode_t* e, const poses_t* poses) noexcept nogil:
    """Take actions while only one is legal, then list the legal ones."""
    legal_list(e, poses)
    while e.count == 1:
        action_take(e, poses, e.legal[0])
        legal_list(e, poses)


cdef inline bint episode_step(episode_t* e, const poses_t* poses, int action) noexcept nogil:
    """Take an action and the forced ones after it. Returns False, changing nothing, if it isn't
    legal."""
    cdef int i
    for i in range(e.count):
        if e.legal[i] == action:
            action_take(e, poses, action)
            episode_pass(e, poses)
            return True
    return False


cdef inline int episode_gain(episode_t* e) noexcept nogil:
    """Return the change of the score since the last call."""
    cdef int before = e.points
    e.points = score_total(&e.sheet, e.flags)
    return e.points - before


cdef inline void episode_begin(episode_t* e, const poses_t* poses) noexcept nogil:
    """Start a game on the dice of `e.deal`."""
    cdef uint8_t[CELLS] cells
    cdef int i
    memset(cells, 0, sizeof(cells))
    sheet_build(&e.sheet, cells)
    e.sheet.kind = SOLO
    e.sheet.turn = 1
    for i in range(TILES):
        e.sheet.shapes |= <uint32_t>e.deal.shape[i] << (4 * i)
    e.turns = e.slides = e.written = e.picked = 0
    e.points = 0
    e.shape = SOLO_SHAPES + 1
    memset(e.die, 0, sizeof(e.die))
    e.falling = False
    e.claims.count = 0
    e.stage = START
    episode_pass(e, poses)
