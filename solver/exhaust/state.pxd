# What the search of exhaust.pxd has in hand: the sheet under way, what it remembers, the line found.
from exhaust.box_sets cimport box_sets_t
from exhaust.combo_bounds cimport digits_t
from exhaust.known_line cimport known_line_t
from exhaust.laid_turns cimport laid_t
from exhaust.letters cimport letters_t
from exhaust.outlook cimport ahead_t
from game.board cimport TURNS_MOST, sheet_t
from game.budget cimport budget_is_spent, budget_t
from game.ranked cimport ranked_t
from game.turn cimport turns_t

cdef enum:
    SEEN_SLOTS = 1 << 16       # sheets remembered

ctypedef struct node_t:        # a sheet before a roll, and what is known of it
    int ply
    int left                   # rolls still to be played
    int goal
    letters_t letters
    digits_t digits
    sheet_t sheet

ctypedef struct seen_t:        # a bound proved for a sheet before the rolls that are left
    sheet_t sheet
    letters_t letters
    int bound

ctypedef struct exhaust_t:
    int count                  # rolls
    int flags
    int part                   # of `parts` of the first turns the one that is tried
    int parts
    bint rising                # goals come from below alone
    int falls                  # ways to slide gone through in the first turn
    ahead_t ahead[TURNS_MOST + 1]
    turns_t turns[TURNS_MOST]
    box_sets_t sets
    laid_t laid
    seen_t* seen
    int best                   # the best score known
    int bound                  # no score is higher
    int length                 # turns of the line found, 0 if none
    ranked_t line[TURNS_MOST]
    known_line_t known         # the line found, once the question is whether there is another
    budget_t budget            # of landings tried, and regions on them
    bint failed                # memory ran out


cdef inline bint is_halted(const exhaust_t* x) noexcept nogil:
    return budget_is_spent(&x.budget) or x.failed
