#!/usr/bin/env bash
# Runs the commands that README.md and docs/ show, from the repository's root.
#   ```sh       is run and must succeed
#   ```output   right after it: exactly what it prints
#   ```console  is not run: it takes long, or needs data that is not here
# usage: docs_test.sh ROOT BUILD
set -euo pipefail
root=$1 build=$2
export PATH="$build:$PATH" PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1 NO_COLOR=1
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes block N of a page to $work/N.sh, and the output it promises to $work/N.output.
extract() {
  awk -v work="$work" '
    /^```/ && inside { inside = 0; close(file); next }
    /^```sh$/        { inside = 1; file = sprintf("%s/%03d.sh", work, ++block); line[block] = NR
                       printf "# line %d\n", NR > file; next }
    /^```output$/    { inside = 1; file = sprintf("%s/%03d.output", work, block)
                       printf "" > file; next }
    /^```/           { inside = 1; file = "/dev/null"; next }
    inside           { print > file }' "$1"
}

ran=0 failed=0
for page in README.md docs/*.md; do
  [ -e "$page" ] || continue
  rm -f "$work"/*
  extract "$page"
  for script in "$work"/*.sh; do
    [ -e "$script" ] || continue
    ran=$((ran + 1))
    if ! bash -euo pipefail "$script" >"$work/printed" 2>"$work/errors" </dev/null; then
      echo "FAILED $page, $(head -1 "$script" | cut -c3-):"
      sed 's/^/  /' "$script" "$work/errors"
      failed=$((failed + 1))
    elif [ -e "${script%.sh}.output" ] && ! diff -u "${script%.sh}.output" "$work/printed"; then
      echo "FAILED $page, $(head -1 "$script" | cut -c3-): prints something else (+) than it shows (-)"
      failed=$((failed + 1))
    fi
  done
done
echo "$ran blocks ran, $failed failed"
[ "$failed" -eq 0 ]
