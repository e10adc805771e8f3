# A budget of nodes, and the other reasons to stop early.
from libc.stdint cimport uint64_t

cdef enum:
    POLL = 4095                # is_stopped() and the flag are polled every POLL + 1 nodes

ctypedef struct budget_t:
    uint64_t nodes             # spent
    uint64_t most              # the limit
    bint cut                   # the limit was reached, or the flag was set
    bint stopped               # is_stopped() returned True
    bint (*is_stopped)() noexcept nogil  # may be NULL
    const volatile bint* flag  # stops the work once it is set; may be NULL


cdef inline bint budget_is_spent(const budget_t* budget) noexcept nogil:
    """Return True if the work has to end."""
    return budget.cut or budget.stopped


cdef inline bint budget_spend(budget_t* budget) noexcept nogil:
    """Count a node, and poll for a stop every POLL + 1 nodes. Returns False once the work has to
    end."""
    if budget_is_spent(budget):
        return False
    if budget.nodes >= budget.most:
        budget.cut = True
        return False
    budget.nodes += 1
    if budget.nodes & POLL == 0:
        budget.stopped = budget.is_stopped != NULL and budget.is_stopped()
        budget.cut = budget.flag != NULL and budget.flag[0]
    return not budget_is_spent(budget)


cdef inline bint budget_widen(budget_t* budget, uint64_t most) noexcept nogil:
    """Raise the limit to `most`. Returns True if the work can resume: only the old limit stopped
    it."""
    cdef bint spent = budget.cut and budget.nodes >= budget.most and budget.most < most
    budget.most = most
    if spent and not budget.stopped:
        budget.cut = budget.flag != NULL and budget.flag[0]
    return spent and not budget.cut
