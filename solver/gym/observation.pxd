# The observation of an episode: arrays of small numbers, as documented in
# numberdrop.gym.observation.
from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memset
from game.board cimport CELLS, DIGITS, SOLO_SHAPES, TILES
from game.shown cimport shown_sheet
from game.tiles cimport tile_shape
from gym.actions cimport ACTIONS
from gym.episode cimport CLAIM, WRITE, episode_t

cdef enum:
    FACES_SHOWN = 8            # 1..7 and the star
    NOW = 4

ctypedef struct observation_t:  # the output arrays, with their sizes
    int8_t* mask               # ACTIONS
    uint8_t* cell              # CELLS
    uint8_t* marked            # CELLS
    uint8_t* box               # BOXES
    uint8_t* shape             # TILES
    uint8_t* notch             # TILES
    uint8_t* letter            # TILES
    uint8_t* die               # FACES_SHOWN
    uint8_t* now               # NOW


cdef inline void episode_observe(const episode_t* e, const observation_t* out) noexcept nogil:
    cdef int i
    memset(out.mask, 0, ACTIONS)
    for i in range(e.count):
        out.mask[e.legal[i]] = 1
    shown_sheet(&e.sheet, out.cell, out.box, out.notch, out.letter)
    memset(out.marked, 0, CELLS)
    if e.stage == WRITE:
        for i in range(e.written, e.landing.size):
            out.marked[e.landing.cell[i]] = 1
    elif e.stage == CLAIM:
        for i in range(e.picked):
            out.marked[e.cell[i]] = 1
    for i in range(TILES):
        out.shape[i] = <uint8_t>tile_shape(&e.sheet, i)
    for i in range(FACES_SHOWN - 1):
        out.die[i] = e.die[i + 1]
    out.die[FACES_SHOWN - 1] = e.die[DIGITS]
    out.now[0] = e.stage
    out.now[1] = e.slides
    out.now[2] = e.shape
    out.now[3] = e.turns + (e.shape <= SOLO_SHAPES)
