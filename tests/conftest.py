"""What holds for all tests: settings of hypothesis, and ears for Ctrl-C.

The normal run tries the same examples each time. NUMBERDROP_EXAMPLES=5000 tries so many of each
property, and other ones each time.
"""

import os
import signal

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

# What a shell without job control puts into the background is deaf to Ctrl-C, and so are all its
# children; the tests of interrupts need ears.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
