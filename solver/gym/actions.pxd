# The numbers of actions, as documented in numberdrop.stages.actions, and of poses.
from libc.stdint cimport uint8_t
from game.board cimport CELLS, COLUMNS, DIGITS, SHAPES, SOLO_SHAPES, TILES, WAYS_MOST

cdef extern from *:
    """
    enum {
        DONE = 0, FIRST_LETTER = 1, FIRST_DIGIT = FIRST_LETTER + TILES, FIRST_CELL = FIRST_DIGIT + DIGITS,
        FIRST_POSE = FIRST_CELL + CELLS, POSES = WAYS_MOST * COLUMNS, ACTIONS = FIRST_POSE + SOLO_SHAPES * POSES
    };
    """
    enum:
        DONE
        FIRST_LETTER
        FIRST_DIGIT
        FIRST_CELL
        FIRST_POSE
        POSES                  # of one shape
        ACTIONS                # of a solo game

ctypedef struct poses_t:       # maps between the core's orientations and their public numbers
    uint8_t number[SHAPES][WAYS_MOST]
    uint8_t way[SHAPES][WAYS_MOST]


cdef inline int pose_action(const poses_t* poses, int shape, int way, int x) noexcept nogil:
    return FIRST_POSE + (shape * WAYS_MOST + poses.number[shape][way]) * COLUMNS + x
