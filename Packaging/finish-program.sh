#!/usr/bin/env bash
# finish-program.sh PROGRAM RESULT: copies the program without symbols and without its search path
# for libraries, and writes the commit into it (Sources/CBuildStamp).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
updates=()
# overwrite PROGRAM SECTION FILE: replaces the contents of a section, if it exists, by a file in the
# working directory. Removing a section would also remove the write protection of others (RELRO).
overwrite() {
  local size
  size=$(objdump -hw "$1" | awk -v section="$2" '$2 == section { print $3 }')
  [ -n "$size" ] || return 0
  truncate -s "$((16#$size))" "$work/$3"
  updates+=(--update-section "$2=$work/$3")
}

printf '%s' "$commit" > "$work/commit"
overwrite "$1" cartographer_commit commit
# The digests of the modules and of the link depend on the paths of the sources.
overwrite "$1" .swift_modhash digests
printf '\4\0\0\0\24\0\0\0\3\0\0\0GNU\0' > "$work/note"
overwrite "$1" .note.gnu.build-id note
objcopy --strip-all "${updates[@]}" "$1" "$2"
if chrpath -l "$2" | grep -q PATH=; then chrpath -d "$2" >/dev/null; fi

# The new build ID is the digest of the program with an empty ID.
updates=()
printf '\4\0\0\0\24\0\0\0\3\0\0\0GNU\0' > "$work/note"
sha1sum < "$2" | head -c 40 | sed 's/../\\x&/g' | xargs -0 printf >> "$work/note"
overwrite "$2" .note.gnu.build-id note
[ "${#updates[@]}" -eq 0 ] || objcopy "${updates[@]}" "$2"
chmod 755 "$2"
"$2" --version | grep -qF "Commit: $commit" || {
  echo "finish-program: $2 --version does not show the commit $commit" >&2
  exit 1
}
