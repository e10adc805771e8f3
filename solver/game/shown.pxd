# What arrays show of a sheet: small numbers for its cells, boxes, notches and letters.
from libc.stdint cimport uint8_t
from game.board cimport BLOCK, BOXES, CELLS, TILES, USED, sheet_t
from game.tiles cimport tile_notch

cdef enum:
    SHOWN_USED = 6             # subtracted from the code of a used digit
    SHOWN_BLOCK = 21


cdef inline void shown_sheet(const sheet_t* sheet, uint8_t* cell, uint8_t* box, uint8_t* notch, uint8_t* letter) noexcept nogil:
    """Write CELLS cells (0 empty, 1..10 a free digit, 11..20 a used one, 21 an X), BOXES boxes, and
    TILES notches and letters (0 open, 1 circled, 2 crossed off)."""
    cdef int i, code
    for i in range(CELLS):
        code = sheet.cell[i]
        cell[i] = <uint8_t>(SHOWN_BLOCK if code == BLOCK else code - SHOWN_USED if code > USED else code)
    for i in range(BOXES):
        box[i] = sheet.boxes >> i & 1
    for i in range(TILES):
        notch[i] = <uint8_t>tile_notch(sheet, i)
        letter[i] = 2 if sheet.crossed >> i & 1 else sheet.circled >> i & 1
