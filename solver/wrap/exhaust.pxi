# The wrappers of exhaust/exhaust.pxd and of the bounds it is built on.
from exhaust cimport combo_bounds
from exhaust cimport exhaust as exhaust_
from exhaust cimport outlook as outlook_
from exhaust.combo_bounds cimport digits_t
from exhaust.exhaust cimport exhaust_t
from exhaust.outlook cimport ahead_t

outlook_.outlook_init()


cdef bytearray rolls_buffer(rolls):
    """The rolls, 1 to 20, one roll_t after the other."""
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
    """The best score when these rolls (1 to 20) are all that is still played, found by trying `nodes`
    placements at most, or until the flag is set; `known` is a score that has been reached already,
    -1000 if none has. With `parts`, 1 or more, only the first turns of one `part` of them, from 0, are
    tried, and nothing is bounded but by a search that comes to its end.

    Returns (score, bound, nodes tried, turns, another): turns in the form of Sheet.rank(), without the
    value, () where nothing above `known` was found; `another`, where `others` are asked for, whether
    another line makes the same score, and None where that isn't known. ValueError if the game is over or
    there are too few or too many rolls, KeyboardInterrupt if a signal handler raised anything meanwhile.
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
            raise KeyboardInterrupt
        if x.failed:
            raise MemoryError("too many turns")
        line = tuple([ranked_tuple(&x.line[i])[1:] for i in range(x.length)])
        another = None
        if others and x.length and x.best == x.bound:
            with nogil:
                again = exhaust_.exhaust_again(x, &sheet.sheet, nodes)
            if x.budget.stopped:
                raise KeyboardInterrupt
            another = None if x.budget.cut or x.failed else again
        return x.best, x.bound, x.budget.nodes, line, another
    finally:
        exhaust_.exhaust_free(x)
        free(x)


def outlook(Sheet sheet not None, rolls, int flags=0):
    """What these rolls (1 to 20) can bring at the most, each bound by itself: (points for rows, points
    for claims, cells of an identical combo, of a consecutive one, X shapes that fall)."""
    cdef ahead_t[board.TURNS_MOST + 1] ahead
    cdef digits_t digits
    cdef int falls, identical, consecutive
    cdef bytearray buffer = rolls_buffer(rolls)
    outlook_.ahead_set(ahead, <const roll_t*><char*>buffer, len(rolls))
    combo_bounds.digits_set(&digits, &sheet.sheet, flags)
    falls = outlook_.falls_most(&sheet.sheet, ahead)
    identical = combo_bounds.identical_reach(&digits, &ahead[0].all)
    consecutive = combo_bounds.consecutive_reach(&digits, &ahead[0].all)
    return (outlook_.rows_most(&sheet.sheet, len(rolls) + falls, flags),
            outlook_.claims_most(sheet.sheet.boxes, combo_bounds.boxes_upto(identical, consecutive), len(rolls)),
            identical, consecutive, falls)
