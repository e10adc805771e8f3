"""Games of two to six players as environments of PettingZoo: env(), and parallel_env().

PettingZoo comes with `numberdrop[pettingzoo]`; ImportError where it isn't installed.
"""

from ..lazy import expect_extra

expect_extra("pettingzoo", "pettingzoo", "numberdrop.pettingzoo")

from .aec import AgentCycle, env, raw_env  # noqa: E402
from .parallel import Parallel, parallel_env  # noqa: E402

__all__ = ["AgentCycle", "Parallel", "env", "parallel_env", "raw_env"]
