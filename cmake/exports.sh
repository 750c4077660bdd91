#!/usr/bin/env bash
# exports.sh HEADERS LIBRARY MAP: writes the linker's list of what libwinnow.so exports: the functions
# and classes that the headers in folder HEADERS declare, as static LIBRARY defines them, and
# nothing else. So a new header is exported without a line anywhere, and no attribute is needed.
set -euo pipefail
headers=$1 library=$2 map=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Names at the left margin: classes, enumerations, functions. Not what stands inside of a class.
cat "$headers"/*.h | sed -nE \
  -e 's/^(class|struct|enum class|enum) ([A-Za-z_0-9]+).*/\2/p' \
  -e 's/^(template|using|namespace|#|\/|\}|inline constexpr|extern|typedef).*//' \
  -e 's/^[A-Za-z][^(]*[ *&]([a-z_0-9]+)\(.*/\1/p' | sort -u >"$work/names"

nm --defined-only "$library" 2>/dev/null | awk 'NF == 3 && $2 ~ /^[TWVRDBu]$/ { print $3 }' | sort -u >"$work/symbols"
c++filt <"$work/symbols" | paste -d '\t' "$work/symbols" - | awk -F '\t' '
  NR == FNR { declared[$1] = 1; next }
  $1 ~ /^winnow_[a-z0-9_]+$/ { if ($1 in declared) keep[$1] = 1; next }   # the C interface
  {
    text = $2
    sub(/^(vtable for|typeinfo name for|typeinfo for) /, "", text)
    if (text !~ /^winnow::/ || text ~ /::Impl|anonymous namespace|\[clone/) next
    # Every name of ours in the signature must be declared, so that no overload for our own types slips in.
    while (match(text, /winnow::[A-Za-z_0-9]+/)) {
      name = substr(text, RSTART + 8, RLENGTH - 8)
      if (!(name in declared)) next
      text = substr(text, RSTART + RLENGTH)
    }
    keep[$1] = 1
  }
  END { for (name in keep) print name }' "$work/names" - | sort >"$work/kept"
[ -s "$work/kept" ] || { echo "exports.sh: $library defines nothing that $headers declares" >&2; exit 1; }
{ echo "{ global:"; sed 's/.*/  &;/' "$work/kept"; echo "local: *; };"; } >"$map"
