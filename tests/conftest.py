"""Settings of hypothesis for all tests.

The normal run tries the same examples each time. NUMBERDROP_EXAMPLES=5000 tries so many of each
property, and other ones each time.
"""

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
EXAMPLES = os.environ.get("NUMBERDROP_EXAMPLES")

settings.register_profile(
    "normal", deadline=None, derandomize=True, suppress_health_check=SLOW, print_blob=True
)
settings.register_profile(
    "thorough",
    deadline=None,
    max_examples=int(EXAMPLES or 100),
    suppress_health_check=SLOW,
    print_blob=True,
)
settings.load_profile("thorough" if EXAMPLES else "normal")
