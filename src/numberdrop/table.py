"""The deprecated name of numberdrop.sessions; it will be removed in the next version."""

from .lazy import lazy_names

__getattr__, __dir__ = lazy_names(
    __name__,
    {},
    old={
        "Conflict": "numberdrop.sessions.Conflict",
        "Due": "numberdrop.sessions.PendingDrop",
        "Head": "numberdrop.sessions.Setup",
        "Kept": "numberdrop.sessions.SavedGame",
        "Missing": "numberdrop.sessions.Missing",
        "Moment": "numberdrop.sessions.TurnOptions",
        "OfferedClaim": "numberdrop.sessions.OfferedClaim",
        "Pose": "numberdrop.sessions.Pose",
        "Sitting": "numberdrop.sessions.Session",
        "State": "numberdrop.sessions.State",
        "Store": "numberdrop.sessions.Store",
        "Summary": "numberdrop.sessions.Summary",
        "Tentative": "numberdrop.sessions.PartialTurn",
        "head_of": "numberdrop.sessions.parse_setup",
        "moment": "numberdrop.sessions.turn_options",
        "poses": "numberdrop.sessions.poses",
    },
)
