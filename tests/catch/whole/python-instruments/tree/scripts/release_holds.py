"""Take back holds that nobody collects: python scripts/release_holds.py 12 15"""

import os
import sys

from fermata import config, db, reservations
from fermata.context import Context, SystemClock
from fermata.errors import FermataError


def main(argv: list[str]) -> int:
    settings = config.from_env(os.environ)
    ctx = Context(db.connect(settings.database), SystemClock(settings.timezone), settings)
    failed = 0
    for argument in argv:
        try:
            reservations.force_release(ctx, int(argument))
        except (FermataError, ValueError) as error:
            print(f"{argument}: {error}", file=sys.stderr)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
