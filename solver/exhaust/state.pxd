# The state of the search in exhaust.pxd: the current sheet, the bounds proved, the line found.
from exhaust.box_sets cimport box_sets_t
from exhaust.combo_bounds cimport digits_t
from exhaust.known_line cimport known_line_t
from exhaust.laid_turns cimport laid_t
from exhaust.letters cimport letters_t
from exhaust.upper_bounds cimport ahead_t
from game.board cimport TURNS_MOST, sheet_t
from game.budget cimport budget_is_spent, budget_t
from game.ranked cimport ranked_t
from game.turn cimport turns_t

cdef enum:
    PROVED_SLOTS = 1 << 16     # cached bounds

ctypedef struct node_t:        # a sheet before a roll, and its place in the search
    int ply
    int left                   # rolls still to be played
    int goal
    letters_t letters
    digits_t digits
    sheet_t sheet

ctypedef struct proved_t:      # a bound proved for a sheet and the rolls left
    sheet_t sheet
    letters_t letters
    int bound

ctypedef struct exhaust_t:
    int count                  # rolls
    int flags
    int part                   # the part of the first turns that is tried, of `parts` parts
    int parts
    bint rising                # goals only rise
    int falls                  # ways to slide in the first turn that were tried
    ahead_t ahead[TURNS_MOST + 1]
    turns_t turns[TURNS_MOST]
    box_sets_t sets
    laid_t laid
    proved_t* proved
    int best                   # the best score known
    int bound                  # no score is higher
    int length                 # turns of the line found, 0 if none
    ranked_t line[TURNS_MOST]
    known_line_t known         # the line found, in the search for another one
    budget_t budget            # of landings tried, and regions on them
    bint failed                # memory ran out


cdef inline bint is_halted(const exhaust_t* x) noexcept nogil:
    return budget_is_spent(&x.budget) or x.failed
