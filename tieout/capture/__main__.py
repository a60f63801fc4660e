"""`python -m tieout.capture SOURCES`: adopt every capture without a receipt; says which on stderr."""

import sys
from pathlib import Path

from tieout.capture.adopt import adopt, bare
from tieout.sources import sources


def main(path: Path) -> int:
    """Adopt what lies in the folders of these sources."""
    for source in sources(path):
        for one in bare(source):
            sys.stderr.write(f"adopted {adopt(one, source)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "raw/sources.yml")))
