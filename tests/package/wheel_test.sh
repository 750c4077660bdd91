#!/usr/bin/env bash
# Makes a wheel without any download, installs it into an empty folder, ranks with the model in it.
# usage: wheel_test.sh ROOT BUILD PYTHON
set -euo pipefail
root=$1 build=$2 python=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1
fail() { echo "FAILED: $*" >&2; exit 1; }

"$python" -m pip wheel "$root" --no-build-isolation --no-deps -w "$work" --config-settings=build="$build" \
  >"$work/log" 2>&1 || { cat "$work/log"; fail "pip wheel"; }
"$python" -m pip install --no-deps --target "$work/site" "$work"/winnow-*.whl >"$work/log" 2>&1 ||
  { cat "$work/log"; fail "pip install"; }
cd "$work"
PYTHONPATH=$work/site "$python" - >said <<'PYTHON'
import winnow
selector = winnow.Selector.open()
selector.add("fof(near, axiom, ![X]: (p(X) => q(X))). fof(base, axiom, p(a)). fof(far, axiom, r(b)).")
selection = selector.rank("fof(goal, conjecture, q(a)).", k=2)
print(sorted(premise.name for premise in selection), selection.model.split("site/")[1])
PYTHON
echo "['base', 'near'] winnow/models/mizar-rank.safetensors" | diff - said || fail "it says something else"
[ -e site/winnow/__init__.pyi ] && [ -e site/winnow/py.typed ] || fail "no type stubs"
