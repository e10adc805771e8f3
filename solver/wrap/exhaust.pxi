# Wrappers of exhaust/exhaust.pxd and of the bounds that it uses.
from exhaust cimport combo_bounds
from exhaust cimport exhaust as exhaust_
from exhaust cimport upper_bounds as upper_bounds_
from exhaust.combo_bounds cimport digits_t
from exhaust.exhaust cimport exhaust_t
from exhaust.upper_bounds cimport ahead_t

upper_bounds_.bounds_init()


cdef bytearray rolls_buffer(rolls):
    """Return 1 to 20 rolls as an array of roll_t."""
    cdef bytearray buffer = bytearray(len(rolls) * sizeof(roll_t))
    cdef roll_t* items = <roll_t*><char*>buffer
    cdef int i
    if not 1 <= len(rolls) <= board.TURNS_MOST:
        raise ValueError(f"expected 1 to {board.TURNS_MOST} rolls, got {len(rolls)}")
    for i in range(len(rolls)):
        items[i] = (<Roll?>rolls[i]).roll
    return buffer


def exhaust(Sheet sheet not None, rolls, int flags, uint64_t nodes, int known, Flag flag=None, bint others=False,
            int part=0, int parts=0):
    """Find the best score when only these 1 to 20 rolls are still played.

    Try at most `nodes` placements, and stop once `flag` is set. `known` is a score that has been reached already,
    -1000 if there is no such score. With `parts` of 1 or more, the first turns are divided into that many parts and
    only those of `part`, counted from 0, are tried; then only a search that runs to its end proves a bound.

    Return (score, bound, nodes tried, turns, another). The turns have the form of Sheet.rank(), without the value;
    they are () if nothing above `known` was found. With `others`, `another` is whether another line makes the same
    score, or None if that isn't known.

    Raises ValueError if the game is over or there are too few or too many rolls, and what a signal handler raises
    meanwhile.
    """
    cdef exhaust_t* x
    cdef bytearray buffer = rolls_buffer(rolls)
    cdef const roll_t* items = <const roll_t*><char*>buffer
    cdef int i
    cdef bint again = False
    if tiles.sheet_is_over(&sheet.sheet):
        raise ValueError("the game is over")
    if not 0 <= part < max(1, parts):
        raise ValueError(f"part: expected 0 to {max(1, parts) - 1}, got {part}")
    x = <exhaust_t*>calloc(1, sizeof(exhaust_t))
    if x == NULL:
        raise MemoryError
    x.count = len(rolls)
    x.flags = flags
    x.part = part
    x.parts = max(1, parts)
    x.rising = parts > 0
    x.budget.most = nodes
    x.budget.is_stopped = is_interrupted
    budget_flag(&x.budget, flag)
    try:
        with nogil:
            exhaust_.exhaust_run(x, &sheet.sheet, items, known)
        if x.budget.stopped:
            raise_interruption()
        if x.failed:
            raise MemoryError("too many turns")
        line = tuple([ranked_tuple(&x.line[i])[1:] for i in range(x.length)])
        another = None
        if others and x.length and x.best == x.bound:
            with nogil:
                again = exhaust_.exhaust_again(x, &sheet.sheet, nodes)
            if x.budget.stopped:
                raise_interruption()
            another = None if x.budget.cut or x.failed else again
        return x.best, x.bound, x.budget.nodes, line, another
    finally:
        exhaust_.exhaust_free(x)
        free(x)


def upper_bounds(Sheet sheet not None, rolls, int flags=0):
    """Return upper bounds on what these 1 to 20 rolls can bring, each computed by itself.

    They are (points for rows, points for claims, cells of an identical combo, cells of a consecutive combo, X shapes
    that fall).
    """
    cdef ahead_t[board.TURNS_MOST + 1] ahead
    cdef digits_t digits
    cdef int falls, identical, consecutive
    cdef bytearray buffer = rolls_buffer(rolls)
    upper_bounds_.ahead_set(ahead, <const roll_t*><char*>buffer, len(rolls))
    combo_bounds.digits_set(&digits, &sheet.sheet, flags)
    falls = upper_bounds_.falls_most(&sheet.sheet, ahead)
    identical = combo_bounds.identical_reach(&digits, &ahead[0].all)
    consecutive = combo_bounds.consecutive_reach(&digits, &ahead[0].all)
    return (upper_bounds_.rows_most(&sheet.sheet, len(rolls) + falls, flags),
            upper_bounds_.claims_most(sheet.sheet.boxes, combo_bounds.boxes_upto(identical, consecutive), len(rolls)),
            identical, consecutive, falls)
