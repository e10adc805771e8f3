"""Environments for Gymnasium: `gymnasium.make("numberdrop.gym:Solo-v0")`.

Importing this module makes them known to Gymnasium, which comes with `numberdrop[gym]`; ImportError
where that isn't installed.
"""

from ..late import expect_extra

expect_extra("gymnasium", "gym", "numberdrop.gym")

from gymnasium.envs.registration import register  # noqa: E402

register(
    "Solo-v0",
    entry_point="numberdrop.gym.solo:Solo",
    vector_entry_point="numberdrop.gym.vector:SoloVector",
)
