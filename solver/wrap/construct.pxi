# Wrappers of construct/: drop plans, and sites, on which boxes are filled.
from construct cimport belief as belief_
from construct cimport drop_plans
from construct cimport pack as pack_
from construct cimport refit as refit_
from construct cimport site as site_
from construct cimport walk as walk_
from construct.drop_plans cimport drop_plans_t
from construct.outline cimport drop_t, places_init
from construct.pack cimport filling_t
from construct.site cimport site_t
from construct.walk cimport walk_t
from fill cimport packing, region
from fill cimport survey as survey_
from fill.packing cimport packing_t
from fill.region cimport ground_t
from fill.survey cimport survey_t


places_init()


cdef class DropPlans:
    """All ways to drop `shapes` (0..4, or WILD; at most 25) one after another without a hole.

    `outlines` are one to seven starting outlines, each the heights of the seven columns. In the end every column
    reaches at least `rows` (0..11), and no cell lies past the line. On the way no two neighbouring columns differ
    by more than `steep`.
    """
    cdef drop_plans_t plans

    def __init__(self, shapes, outlines, int rows, int steep):
        cdef int i, column
        if not 0 <= len(shapes) <= drop_plans.PIECES_MOST or not 1 <= len(outlines) <= drop_plans.STARTS_MOST:
            raise ValueError("expected at most 25 shapes and one to seven outlines")
        if not 0 <= rows <= board.LINE or steep < 0:
            raise ValueError("expected rows in 0..11, and a step of 0 or more")
        self.plans.pieces = len(shapes)
        self.plans.rows = rows
        self.plans.steep = min(steep, board.LINE)
        for i, shape in enumerate(shapes):
            expect_roll_shape(shape)
            self.plans.shape[i] = shape
        self.plans.starts = len(outlines)
        for i, heights in enumerate(outlines):
            if len(heights) != board.COLUMNS:
                raise ValueError("expected seven heights in an outline")
            for column in range(board.COLUMNS):
                self.plans.start[i] |= <uint32_t>index_below(heights[column], board.LINE + 1, "a height") << (4 * column)
        with nogil:
            drop_plans.drop_plans_build(&self.plans)
        if self.plans.failed:
            raise MemoryError("too many outlines")

    def __dealloc__(self):
        drop_plans.drop_plans_free(&self.plans)

    def total(self):
        """Return the number of drop plans, exact below 2^53."""
        return drop_plans.drop_plans_total(&self.plans)

    def draw(self, uint64_t seed):
        """Draw a drop plan uniformly at random, as (index of its starting outline, pieces).

        Each piece is (shape, orientation, left column, lowest row), columns and rows counted from 0. Raises ValueError
        if there is no plan.
        """
        cdef drop_t[drop_plans.PIECES_MOST] drops
        cdef uint64_t rng = seed
        if drop_plans.drop_plans_total(&self.plans) <= 0:
            raise ValueError("there is no such plan")
        start = drop_plans.drop_plans_draw(&self.plans, &rng, drops)
        return start, tuple([(drops[i].shape, drops[i].way, drops[i].x, drops[i].row)
                             for i in range(self.plans.pieces)])


def can_finish(shapes):
    """Return True if pieces of `shapes`, as the last ones, can complete the rectangle up to the Game Over line.

    `shapes` are at most six (0..4, or WILD). No piece may leave a hole.
    """
    cdef uint8_t[drop_plans.LAST_PIECES] last
    if len(shapes) > drop_plans.LAST_PIECES:
        raise ValueError(f"expected at most six shapes, got {len(shapes)}")
    for i, shape in enumerate(shapes):
        expect_roll_shape(shape)
        last[<int>i] = shape
    return drop_plans.drop_plans_end(last, len(shapes))


def piece_cells(int shape, int way, int x, int row):
    """Return the cells of a piece of a drop plan, in index order."""
    cdef landing_t place
    cdef sheet_t empty
    index_below(shape, board.SOLO_SHAPES, "a shape")
    index_below(way, shapes.SHAPE[shape].count, "an orientation")
    memset(&empty, 0, sizeof(sheet_t))
    index_below(x, board.COLUMNS - shapes.SHAPE[shape].turned[way].width + 1, "a column")
    index_below(row, board.LINE - shapes.SHAPE[shape].turned[way].tall + 1, "a row")
    drop.landing_set(&place, &empty, &shapes.SHAPE[shape].turned[way], shape, x, row)
    return cells_tuple(place.cell, place.size)


cdef class Site:
    """A drop plan with known dice, and the boxes filled on it, improved step by step.

    `digits` are the 77 cells under the Game Over line before the first piece: a free digit, or -1. `outline` are
    the seven column heights there. For each piece, `owners` gives the turn (1..20) whose digits it takes, or -1
    for an X shape; `shapes` the shape allowed (0..4, or WILD); and `drops` the piece as DropPlans.draw() returns
    it. `rolls` are the number dice of each turn, digits as ints and stars as -1.

    `boxes` are the wanted boxes, a bit each, and `last` the last turn in which each of the eleven boxes may be
    filled. `falls` is the turn in which each size's tile falls, 0 for never; its letter isn't circled before.
    `filled` are the boxes filled before the first turn. `plans`, for the same shapes, are the drop plans that the
    walk may move to by redropping all pieces from one on; without them it redrops only a few pieces at a time.
    """
    cdef walk_t walk
    cdef DropPlans plans

    def __dealloc__(self):
        pack_.pack_delete(self.walk.pack)
        free(self.walk.refit)

    def __init__(self, digits, outline, owners, shapes, drops, rolls, int boxes, last, falls,
                 int filled=0, DropPlans plans=None):
        cdef site_t* site = &self.walk.site
        cdef ground_t* ground = &site.ground
        cdef int i, t
        memset(site, 0, sizeof(site_t))
        if len(digits) != board.GROUND_CELLS or len(outline) != board.COLUMNS:
            raise ValueError("expected 77 digits and seven heights")
        if not len(owners) == len(shapes) == len(drops) <= drop_plans.PIECES_MOST:
            raise ValueError("expected an owner, a shape and a drop for each of at most 25 pieces")
        if len(rolls) > board.TURNS_MOST or len(last) != board.BOXES or len(falls) != board.TILES:
            raise ValueError("expected at most 20 rolls, eleven last turns and five falls")
        if not 0 <= boxes < 1 << board.BOXES or not 0 <= filled < 1 << board.BOXES or boxes & filled:
            raise ValueError("expected boxes in 0..2047, wanted or filled")
        ground.turns = len(rolls)
        ground.boxes = boxes
        ground.filled = filled
        site.pieces = len(owners)
        for i in range(board.COLUMNS):
            site.outline[i] = index_below(outline[i], board.LINE + 1, "a height")
        memset(site.below, -1, sizeof(site.below))
        for i in range(board.GROUND_CELLS):
            site.below[i] = -1 if digits[i] == -1 else 0
            ground.digit[i] = 0 if digits[i] == -1 else index_below(digits[i], 10, "a digit")
            if site.below[i] == 0 and i // board.COLUMNS >= site.outline[i % board.COLUMNS]:
                raise ValueError(f"expected digits below the outline, got one in cell {i}")
        for i in range(site.pieces):
            expect_roll_shape(shapes[i])
            if owners[i] == 0:
                raise ValueError("expected a turn from 1 on, or -1, as an owner, got 0")
            site.owner[i] = -1 if owners[i] == -1 else index_below(owners[i], ground.turns + 1, "a turn")
            site.shape[i] = shapes[i]
            piece_cells(*drops[i])
            site.drop[i].shape, site.drop[i].way, site.drop[i].x, site.drop[i].row = drops[i]
            if not site_.drop_fits(site, i):
                raise ValueError(f"expected drops of the shapes that leave no hole, got {drops[i]!r}")
        for t, dice in enumerate(rolls, 1):
            if len(dice) != 4:
                raise ValueError(f"expected four number dice, got {dice!r}")
            for die in dice:
                if die == -1:
                    ground.stars[t] += 1
                else:
                    ground.dice[t][<int>index_below(die, 10, "a digit")] += 1
        for i in range(board.BOXES):
            ground.last[i] = index_below(last[i], ground.turns + 1, "a turn")
        for i in range(board.TILES):
            ground.falls[i] = index_below(falls[i], ground.turns + 1, "a turn")
            if ground.falls[i] and filled >> i & filled >> (i + board.SIZES) & 1:
                raise ValueError("expected no fall of a tile whose boxes are filled before")
        site_.site_lay(site)
        self.plans = plans
        if plans is not None:
            if plans.plans.pieces != site.pieces or memcmp(plans.plans.shape, site.shape, site.pieces):
                raise ValueError("expected plans of the same shapes")
            self.walk.refit = <refit_.refit_t*>malloc(sizeof(refit_.refit_t))
            if self.walk.refit == NULL:
                raise MemoryError
            refit_.refit_open(self.walk.refit, &plans.plans, ground)

    def counts(self):
        """Return the number of regions that each box has on the current drop plan."""
        cdef survey_t survey
        cdef packing_t empty
        cdef const ground_t* ground = &self.walk.site.ground
        cdef int i
        with nogil:
            packing.packing_start(&empty, ground)
            survey_.survey_open(&survey, ground, &empty, ground.boxes)
            survey_.survey_run(&survey, NULL, NULL)
        return tuple([survey.count[i] for i in range(board.BOXES)])

    def promise(self, uint64_t seed):
        """Estimate the natural logarithm of the number of packings on the current drop plan.

        Packings may leave boxes open at a price. The estimate serves to compare drop plans.
        """
        cdef belief_.belief_t* belief = belief_.belief_new()
        cdef double estimate
        if belief == NULL:
            raise MemoryError
        with nogil:
            estimate = belief_.belief_estimate(belief, &self.walk.site.ground, &seed)
            belief_.belief_delete(belief)
        return estimate

    def fill(self, uint64_t seed, int walks, uint64_t steps):
        """Fill boxes from scratch, until no digits are missing.

        Takes `steps` steps on the current drop plan, then as many on each of `walks` other plans near it.
        """
        if self.walk.pack == NULL:
            self.walk.pack = pack_.pack_new()
            if self.walk.pack == NULL:
                raise MemoryError
        with nogil:
            walk_.walk_start(&self.walk, seed, steps)
            walk_.walk_run(&self.walk, walks, steps)

    def more(self, int walks, uint64_t steps):
        """Continue after fill(): take `steps` steps on each of `walks` more drop plans."""
        self.expect_filled()
        with nogil:
            walk_.walk_run(&self.walk, walks, steps)

    def refit(self, int boxes, uint64_t seed):
        """Redrop pieces at random so that the regions of `boxes` stay in place, and remove all other regions.

        The pieces before a random one stay as they are. Return False, and change nothing, if no way was found.
        """
        cdef pack_.filling_t before
        cdef int kept
        self.expect_filled()
        if self.walk.refit == NULL:
            raise ValueError("expected a site with plans")
        before = self.walk.pack.now
        kept = boxes & before.packing.filled
        if not refit_.refit_run(self.walk.refit, &self.walk.site, &before, kept, seed):
            return False
        self.walk.site = self.walk.refit.site
        walk_.filling_keep(&before, &self.walk.site.ground, kept, &self.walk.pack.now)
        return True

    def stop(self):
        """Make fill() or more() in another thread end soon, keeping the boxes filled so far."""
        self.walk.stopped = True

    cdef int expect_filled(self) except -1:
        if self.walk.pack == NULL:
            raise ValueError("expected fill() before")
        return 0

    @property
    def missing(self):
        """The number of missing digits: the total size of the wanted boxes that aren't filled."""
        self.expect_filled()
        return self.walk.pack.now.missing

    @property
    def nodes(self):
        """The number of partial packings tried and of outlines expanded by refitting."""
        self.expect_filled()
        return self.walk.pack.nodes

    def drops(self):
        """Return the pieces of the drop plan, as DropPlans.draw() does."""
        cdef const site_t* site = &self.walk.site
        return tuple([(site.drop[i].shape, site.drop[i].way, site.drop[i].x, site.drop[i].row)
                      for i in range(site.pieces)])

    def best(self):
        """Return (box, cells in digit order, digits, turn of the claim) for each filled box."""
        cdef uint8_t[board.BOXES] turn
        cdef const region.region_t* one
        cdef const filling_t* now
        cdef int box, i
        self.expect_filled()
        now = &self.walk.pack.now
        result = []
        if not packing.claims_plan(&now.packing, &self.walk.site.ground, turn):
            raise RuntimeError("the claims of a packing must fit into its turns")
        for box in range(board.BOXES):
            if now.packing.filled >> box & 1:
                one = &now.region[box]
                result.append((box, cells_tuple(one.cell, one.size),
                               tuple([one.digit + (i if one.rise else 0) for i in range(one.size)]), turn[box]))
        return result
