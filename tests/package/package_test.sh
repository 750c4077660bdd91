#!/usr/bin/env bash
# Makes the Debian packages, unpacks them into an empty root and uses what is there: compiles programs
# in C++ and C through find_package and through pkg-config, proves a problem with the installed program and
# the installed model, and from Python, reads the manual, completes a command line. Beside that configures
# a project that has winnow as a part of it.
# usage: package_test.sh ROOT BUILD
set -euo pipefail
root=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1 LC_ALL=C
fail() { echo "FAILED: $*" >&2; exit 1; }

cd "$work"
cpack --config "$build/CPackConfig.cmake" -B "$work/packages" >cpack.log 2>&1 || { cat cpack.log; fail cpack; }
mkdir empty
for deb in packages/*.deb; do dpkg-deb -x "$deb" empty; done
usr=$work/empty/usr
names=$(for deb in packages/*.deb; do dpkg-deb -f "$deb" Package; done | sort | tr '\n' ' ')
[[ ${names/ python3-winnow/} == "libwinnow-dev libwinnow1 winnow "* ]] || fail "packages are: $names"
for deb in packages/winnow_*.deb packages/libwinnow1_*.deb; do
  ! dpkg-deb -f "$deb" Depends | grep -E 'torch|gtest|benchmark' || fail "$deb depends on too much"
done
# A package that no Python satisfies unpacks all the same, so what it asks for is looked at.
if [[ $names == *python3-winnow* ]]; then
  minor=$(/usr/bin/python3 -c 'import sys; print(sys.version_info.minor)')
  depends=$(dpkg-deb -f packages/python3-winnow_*.deb Depends)
  [[ $depends == "python3 (>= 3.$minor~), python3 (<< 3.$((minor + 1))), "* ]] ||
    fail "python3-winnow cannot be installed: it depends on $depends"
fi

# The library exports what its headers declare, nothing of itself, and has a name for the linker.
lib=$usr/$(sed -n 's/^CMAKE_INSTALL_LIBDIR:[A-Z]*=//p' "$build/CMakeCache.txt")
library=$lib/libwinnow.so.1
objdump -p "$library" >headers  # files, not pipes: grep -q leaves early, and pipefail takes that for an error
grep -q 'SONAME *libwinnow.so.1$' headers || fail "no SONAME"
nm -D --defined-only -C "$library" | cut -d' ' -f3- >exported
[ -s exported ] || fail "nothing is exported"
! grep -vE '^(vtable for |typeinfo for |typeinfo name for )?winnow(::|_)' exported || fail "foreign symbols are exported"
! grep -E '::Impl|anonymous namespace' exported || fail "the library's own side is exported"
grep -oE 'winnow::[A-Za-z_]+|^winnow_[a-z_]+' exported | sed 's/winnow:://' | sort -u | while read -r name; do
  grep -qrw "$name" "$usr/include/winnow" || fail "$name is exported, but no header declares it"
done
grep -q '^winnow::Selector::rank(' exported || fail "Selector::rank is not exported"

# Somebody else's program in C++, three ways.
cp -r "$root/tests/package/example" .
cmake -S example -B with_cmake -G Ninja -DCMAKE_PREFIX_PATH="$usr" -DCMAKE_BUILD_TYPE=Debug >cmake.log 2>&1 &&
  cmake --build with_cmake >>cmake.log 2>&1 || { cat cmake.log; fail find_package; }
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
read -r -a flags < <(pkg-config --cflags --libs winnow)
g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror example/example.cc "${flags[@]}" -o with_pkg_config || fail pkg-config
ldd with_pkg_config >libraries
grep -q "libwinnow.so.1 => $lib/" libraries || fail "not linked with the installed library"
printf 'all_p\nInputError 1\n' >expected
for program in with_cmake/example with_cmake/example_static with_pkg_config; do
  "./$program" >said || fail "$program exits with $?"
  diff expected said || fail "$program says something else"
done

# A program in C: no C++ compiler takes part.
gcc -std=c11 -pedantic -Wall -Wextra -Werror "$root/tests/api/c_test.c" "${flags[@]}" -o with_c || fail "pkg-config in C"
./with_c >said || fail "the program in C exits with $?"
grep -q '^C interface: all as it should be$' said || fail "the program in C says something else"
unset LD_LIBRARY_PATH

# The source tree inside of another project: nothing is looked for but what the library needs.
subproject=(cmake -S "$root/tests/package/subproject" -B within -G Ninja -DWINNOW="$root")
for package in Torch GTest CLI11 benchmark pybind11; do subproject+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"); done
"${subproject[@]}" >cmake.log 2>&1 || { cat cmake.log; fail add_subdirectory; }
! "${subproject[@]}" -DWINNOW_LEARN=ON >cmake.log 2>&1 || fail "winnow-learn without winnow"
grep -q 'The program is needed for WINNOW_LEARN' cmake.log || { cat cmake.log; fail "an unclear message"; }

# The installed program, with the installed model and nothing of the source tree.
cp -r "$root/examples" .
"$usr/bin/winnow" rank examples/problems/cantor.p -k 3 --format json >ranking
grep -q "\"model\": \"$usr/share/winnow/models/" ranking || fail "ranked with another model: $(cat ranking)"
"$usr/bin/winnow" prove examples/problems/symmetric_and_transitive.p --time 30 >proof || fail "no proof"
grep -q 'SZS status Theorem' proof || fail "no proof: $(cat proof)"

# The installed package of Python, with the same model.
if [[ $names == *python3-winnow* ]]; then
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$usr/lib/python3/dist-packages /usr/bin/python3 - >said <<'PYTHON' || fail "Python"
import winnow
problem = winnow.Formulas.read("examples/problems/cantor.p")
print(winnow.Selector.open().rank(problem, k=3).model)
PYTHON
  grep -q "^$usr/share/winnow/models/" said || fail "Python ranked with another model: $(cat said)"
fi

# A page for each command, without a complaint of roff.
commands=$("$usr/bin/winnow" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p')
[[ $commands == *attach-examples* ]] || fail "commands are: $commands"
for command in $commands data-import; do
  page=$usr/share/man/man1/winnow-$command.1
  [ -s "$page" ] || fail "no manual page for $command"
done
if command -v groff >/dev/null; then
  groff -man -ww -z -Tutf8 "$usr"/share/man/man1/*.1 2>complaints
  [ ! -s complaints ] || { head complaints; fail "roff complains"; }
fi

# Completion in bash, as the shell calls it.
complete_line() {  # WORDS... (the last one is what is completed)
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _winnow; printf "%s\n" "${COMPREPLY[@]}"' \
    bash "$usr/share/bash-completion/completions/winnow" "$@" | tr '\n' ' '
}
[ "$(complete_line winnow gra)" = "graph " ] || fail "completes gra to $(complete_line winnow gra)"
[ "$(complete_line winnow rank --format '')" = "auto table tsv json tptp " ] || fail "choices of --format"
[ "$(complete_line winnow rank --format = js)" = "json " ] || fail "choices after ="
[ "$(complete_line winnow data im)" = "import " ] || fail "commands of a command"
[ "$(complete_line winnow rank --index '')" = " " ] || fail "a file should be completed by the shell"
[ "$(complete_line winnow rank --ranker tf)" = "tfidf " ] || fail "words of --ranker, which takes others as well"
[[ " $(complete_line winnow prove --prover '')" == *" cvc5 "* ]] || fail "words of --prover"
[[ $(complete_line winnow rank --pr) == *--proofs* ]] || fail "options"
for shell in zsh fish; do
  script=$usr/share/zsh/vendor-completions/_winnow
  [ $shell = zsh ] || script=$usr/share/fish/vendor_completions.d/winnow.fish
  grep -q 'auto table tsv json tptp' "$script" || fail "$shell does not know the choices of --format"
  if command -v $shell >/dev/null; then $shell -n "$script" || fail "$shell cannot read its script"; fi
done
echo "packages: $names"
