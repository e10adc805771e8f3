# A budget of nodes, and every other reason to stop early.
from libc.stdint cimport uint64_t

cdef enum:
    POLL = 4095                # nodes, less one, from one question whether to stop to the next

ctypedef struct budget_t:
    uint64_t nodes             # spent
    uint64_t most              # how many may be
    bint cut                   # that many were, or the flag was set
    bint stopped               # is_stopped() said so
    bint (*is_stopped)() noexcept nogil  # may be NULL
    const volatile bint* flag  # NULL, or cuts the work short once it is set


cdef inline bint budget_is_spent(const budget_t* budget) noexcept nogil:
    """True if the work has to end."""
    return budget.cut or budget.stopped


cdef inline bint budget_spend(budget_t* budget) noexcept nogil:
    """Count a node; False if the work has to end, for good. Now and then look whether it should."""
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
    """Allow more nodes; True if that matters: those allowed so far have been spent, and nothing else says stop."""
    cdef bint spent = budget.cut and budget.nodes >= budget.most and budget.most < most
    budget.most = most
    if spent and not budget.stopped:
        budget.cut = budget.flag != NULL and budget.flag[0]
    return spent and not budget.cut
