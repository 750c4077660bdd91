#!/usr/bin/env bash
# Runs the commands that README.md and docs/ show, from the repository's root.
#   ```sh       is run and must succeed
#   ```output   right after it: exactly what it prints
#   ```console  is not run: it takes long, or needs data that is not here
#   ```console toy         is run on tiny data under the names of the real one (tests/toy_data.sh), each page in a folder
#                          of its own. `winnow train` learns for one epoch, whatever is asked
#   ```console toy learn   likewise, where winnow-learn is built
# Every `winnow ...` that is shown anywhere, run or not, has a command and options that the program's
# own --help knows. Links lead to files and headings that are there, and what the glossary names is
# where it says.
# usage: docs_test.sh ROOT BUILD
set -euo pipefail
root=$1 build=$2
export PATH="$build:$PATH" PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1 NO_COLOR=1
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/blocks" "$work/help"
pages=(README.md CONTRIBUTING.md src/README.md models/README.md examples/README.md docs/*.md docs/*/*.md)
failed=0
fail() {
  echo "FAILED $*"
  failed=$((failed + 1))
}

# Writes block N of a page to blocks/N.sh, and the output it promises to blocks/N.output.
extract() {
  awk -v work="$work/blocks" '
    /^```/ && inside { inside = 0; close(file); next }
    /^```(sh|console toy.*)$/ {
                       inside = 1; kind = $3 "" ? "learn." : $2 "" ? "toy." : ""
                       file = sprintf("%s/%03d.%ssh", work, ++block, kind)
                       printf "# line %d\n", NR > file; next }
    /^```output$/    { inside = 1; file = sprintf("%s/%03d.output", work, block)
                       printf "" > file; next }
    /^```/           { inside = 1; file = "/dev/null"; next }
    inside           { print > file }' "$1"
}

# Prints "LINE<tab>COMMAND" for each winnow ... of a page: lines of blocks, and code within text.
# Lines that end in a backslash are one command; comments, pipes and files it is sent to end it.
shown_commands() {
  awk '
    function show(line, text) {
      sub(/^[ $]*/, "", text)
      if (text !~ /^winnow [a-z]/) return
      gsub(/\047[^\047]*\047/, "TEXT", text)      # quoted words may hold anything
      sub(/[ ]+(#|\||>|<|;|&&).*/, "", text)
      print line "\t" text
    }
    /^```/ { inside = !inside; language = inside ? substr($0, 4) : ""; next }
    inside && language ~ /^(sh|console)( |$)/ {
      line = $0
      if (held != "") { line = held " " line; held = "" }
      if (line ~ /\\$/) { held = substr(line, 1, length(line) - 1); next }
      n = split(line, parts, /\| |&& |; |\$\(/)
      for (i = 1; i <= n; ++i) show(NR, parts[i])
      next
    }
    inside { next }
    /^    / { show(NR, $0); next }
    {
      text = text_so_far $0; text_so_far = ""
      n = split(text, parts, "`")
      if (n % 2 == 0) { text_so_far = text " "; next }   # code that goes on in the next line
      for (i = 2; i <= n; i += 2) show(NR, parts[i])
    }' "$1"
}

help_of() {  # the words of a command: prints a file with what its --help says
  local words="winnow $*"
  local file="$work/help/${words// /_}"
  [ -e "$file" ] || winnow "$@" --help >"$file" 2>"$file.errors" || rm -f "$file"
  [ -e "$file" ] && echo "$file"
}
is_subcommand() {  # WORD HELP
  awk -v word="$1" '/^Subcommands:/ { on = 1; next } /^$/ { on = 0 } on && $1 == word { found = 1 }
                    END { exit !found }' "$2"
}

check_command() {  # PLACE COMMAND
  local place=$1 words word help path=()
  read -ra words <<<"$2"
  help=$(help_of)
  set -- "${words[@]:1}"
  while [ $# -gt 0 ] && is_subcommand "$1" "$help"; do
    path+=("$1")
    help=$(help_of "${path[@]}") || {  # winnow-learn need not be built
      [[ " train ablate attach-examples " == *" ${path[0]} "* ]] && return
      fail "$place: winnow ${path[*]} has no help"; return
    }
    shift
  done
  if [ ${#path[@]} -eq 0 ]; then
    [[ $1 =~ ^[a-z-]+$ ]] && fail "$place: winnow has no command '$1'"
    return 0
  fi
  for word in "$@"; do
    [[ $word =~ ^-(-[a-z][a-z0-9-]*|[a-z])$ || $word =~ ^--[a-z0-9-]+= ]] || continue
    grep -qE -- "^ +(.*,)?${word%%=*}([ ,{=:]|\$)" "$help" ||
      fail "$place: winnow ${path[*]} has no option ${word%%=*}"
  done
}

# The anchor that a heading gets: lower case, no punctuation, blanks as dashes.
anchors() {
  awk '/^```/ { inside = !inside } !inside && /^#+ / { sub(/^#+ /, ""); print tolower($0) }' "$1" |
    sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}
check_links() {
  local page=$1 link file anchor
  while read -r link; do
    [[ $link == http* || $link == mailto:* ]] && continue
    file=${link%%#*} anchor=
    [[ $link == *'#'* ]] && anchor=${link#*#}
    [ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
    [ -e "$file" ] || { fail "$page: $link leads nowhere"; continue; }
    [ -z "$anchor" ] || anchors "$file" | grep -qxF -- "$anchor" || fail "$page: $link: no such heading"
  done < <(awk '/^```/ { inside = !inside } !inside' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//')
}

# Each row of the glossary ends with places: a file, or a file and a word that occurs in it.
check_glossary() {
  local rows=0 place file word
  while IFS= read -r place; do
    rows=$((rows + 1))
    file=${place%%:*} word=
    [[ $place == *:* ]] && word=${place#*:}
    if [ ! -e "$file" ]; then fail "docs/glossary.md: there is no $file"
    elif [ -n "$word" ] && ! grep -qF -- "$word" "$file"; then fail "docs/glossary.md: $file has no '$word'"
    fi
  done < <(grep -E '^\| [^-]' docs/glossary.md | awk -F' [|] ' 'NR > 1 { print $NF }' |
           grep -oE '`[^`]+`' | tr -d '`')
  [ "$rows" -ge 30 ] || fail "docs/glossary.md names hardly any place"
}

# What can be chosen is named in the page that explains it.
check_names() {  # PAGE NAME...
  local page=$1 name
  shift
  [ $# -ge 3 ] || fail "$page: hardly anything to explain was found"
  for name in "$@"; do
    grep -qF "\`$name\`" "$page" || fail "$page: says nothing of '$name'"
  done
}
# The program as toy blocks see it.
mkdir "$work/bin"
cat >"$work/bin/winnow" <<END
#!/usr/bin/env bash
[ "\$1" = train ] || exec "$build/winnow" "\$@"
words=()
while [ \$# -gt 0 ]; do
  [ "\$1" = --epochs ] && shift || words+=("\$1")
  shift
done
exec "$build/winnow" "\${words[@]}" --epochs 1 --threads 1
END
chmod +x "$work/bin/winnow"
tests/toy_data.sh "$root" "$work/toy" >"$work/printed" 2>"$work/errors" || { cat "$work/errors"; exit 1; }

run_block() {  # SCRIPT
  local folder=$root path=$PATH written
  if [[ $1 != *[0-9].sh ]]; then
    folder=$work/page path=$work/bin:$PATH
    [ -e "$folder" ] || cp -r "$work/toy" "$folder"
    written=$(sed -n 's/.* -o \([^ ]*\).*/\1/p' "$1")  # what a reader does not have yet
    (cd "$folder" && rm -f -- $written)
  fi
  (cd "$folder" && PATH=$path bash -euo pipefail "$1" </dev/null)
}

ran=0 shown=0
for page in "${pages[@]}"; do
  rm -rf "$work"/blocks/* "$work/page"
  extract "$page"
  for script in "$work"/blocks/*.sh; do
    [ -e "$script" ] || continue
    [[ $script == *.learn.sh && ! -e $build/winnow-learn ]] && continue
    ran=$((ran + 1))
    promised=${script%.sh} promised=${promised%.learn} promised=${promised%.toy}.output
    if ! run_block "$script" >"$work/printed" 2>"$work/errors"; then
      fail "$page, $(head -1 "$script" | cut -c3-):"
      sed 's/^/  /' "$script" "$work/errors"
    elif [ -e "$promised" ] && ! diff -u "$promised" "$work/printed"; then
      fail "$page, $(head -1 "$script" | cut -c3-): prints something else (+) than it shows (-)"
    fi
  done
  while IFS=$'\t' read -r line command; do
    shown=$((shown + 1))
    check_command "$page:$line" "$command"
  done < <(shown_commands "$page")
  check_links "$page"
done
check_glossary
rank_help=$(help_of rank)
read -ra rankers <<<"$(tr -s ' \n' ' ' <"$rank_help" | grep -oE 'tfidf, knn, [a-z, ]*, a sum' | sed 's/, a sum//' | tr -d ',')"
check_names docs/ranking.md "${rankers[@]}"
mapfile -t provers < <(winnow provers --json | grep -oE '"name": *"[a-z0-9]+"' | sed 's/.*"\([a-z0-9]*\)"$/\1/' | sort -u)
check_names docs/prover.md "${provers[@]}"
check_names docs/formats.md $(grep -oE 'one_of\("(mpnn|max)[^"]*"' include/winnow/options.h | cut -d'"' -f2 | tr -d ',')
# A check that finds nothing to check would pass for ever.
[ "$ran" -ge 30 ] && [ "$shown" -ge 200 ] || fail "only $ran blocks and $shown commands were found"
echo "$ran blocks ran, $shown commands checked, $failed failed"
[ "$failed" -eq 0 ]
