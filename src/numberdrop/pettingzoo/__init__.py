"""PettingZoo environments for two to six players: env() and parallel_env().

`numberdrop[pettingzoo]` installs PettingZoo. Raises ImportError if it isn't installed.
"""

from ..lazy import expect_extra

expect_extra("pettingzoo", "pettingzoo", "numberdrop.pettingzoo")

from .aec import AgentCycle, env, raw_env  # noqa: E402
from .parallel import Parallel, parallel_env  # noqa: E402

__all__ = ["AgentCycle", "Parallel", "env", "parallel_env", "raw_env"]
