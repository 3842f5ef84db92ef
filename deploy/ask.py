#!/usr/bin/env python3
"""Ask a web process how it is: `python deploy/ask.py healthz` or `readyz`; exit 1 unless it answers 200.

PORT (8000) of 127.0.0.1 is asked, under the host name that every installation answers to.
"""

import argparse
import http.client
import os
import sys

WAIT_S = 8


def ask(page: str, port: int) -> tuple[int, str]:
    """Status and text of the answer; 0 and the reason when there is none."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    try:
        link.request("GET", f"/{page}", headers={"Host": "localhost"})
        answer = link.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException) as error:
        return 0, f"no answer on port {port}: {error}"
    finally:
        link.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("page", choices=["healthz", "readyz"])
    status, said = ask(parser.parse_args().page, int(os.environ.get("PORT") or 8000))
    print(said.strip())
    return int(status != 200)


if __name__ == "__main__":
    sys.exit(main())
