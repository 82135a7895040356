"""Exit status 0 when an address answers 200: the image has no curl.

python deploy/healthy.py http://127.0.0.1:8000/healthz
"""

import sys
import urllib.request


def is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=4) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(not is_healthy(sys.argv[1]))
