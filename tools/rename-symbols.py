#!/usr/bin/env python3
"""tools/rename-symbols.py IN OUT [--share S]: copies a folder of TPTP formulas and gives symbols new names.

For measuring what is left of a ranking when nobody has seen the vocabulary. A new name is a hash of the old one, so
it is the same in all files and at every run. Names of formulas, roles, variables, $words, numbers, distinct objects and
include() stay. Files of formulas have one a line: *.p, *.ax, and those of Mizar's nndata, which begin with `C `.
Every other file is copied as it is. --share 0.5 renames half of all symbols, chosen by the hash too.
"""
import argparse
import functools
import hashlib
import re
import sys
from pathlib import Path

HEAD = re.compile(r"(?:[C+-] )?(?:fof|cnf|tff|thf)\(\s*(?:\w+|'(?:[^'\\]|\\.)*')\s*,[^,]*,")
STAYS_LINE = re.compile(r"\s*(%.*|include\(.*)?$")
TOKEN = re.compile(r"""(?P<symbol>[a-z]\w*|'(?:[^'\\]|\\.)*')|"(?:[^"\\]|\\.)*"|[$A-Z0-9]\w*""")


@functools.cache
def renamed(symbol, share):
    """The symbol's new name, or the old one where the share leaves it."""
    name = symbol[1:-1] if re.fullmatch(r"'[a-z]\w*'", symbol) else symbol  # 'f' is f
    digest = hashlib.sha256(name.encode()).hexdigest()
    return "s" + digest[8:20] if int(digest[:8], 16) < share * 2**32 else symbol


def renamed_line(line, share, place):
    """A line of a file of formulas with its symbols renamed."""
    if STAYS_LINE.match(line):
        return line
    head = HEAD.match(line)
    if not head or not line.rstrip().endswith("."):
        sys.exit(f"{place}: not one formula a line")
    new = lambda token: renamed(token["symbol"], share) if token["symbol"] else token[0]
    return head[0] + TOKEN.sub(new, line[head.end():])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("source", metavar="IN", type=Path)
    options.add_argument("target", metavar="OUT", type=Path)
    options.add_argument("--share", type=float, default=1, help="the share of all symbols that get a new name (1)")
    wanted = options.parse_args()
    if not wanted.source.is_dir():
        sys.exit(f"{wanted.source}: no folder")
    for file in sorted(path for path in wanted.source.rglob("*") if path.is_file()):
        copy = wanted.target / file.relative_to(wanted.source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_bytes()
        if file.suffix in (".p", ".ax") or text.startswith(b"C "):
            lines = text.decode().splitlines()
            text = "".join(renamed_line(line, wanted.share, f"{file}:{number}") + "\n"
                           for number, line in enumerate(lines, 1)).encode()
        copy.write_bytes(text)


main()
