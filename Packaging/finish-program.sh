#!/usr/bin/env bash
# finish-program.sh PROGRAM RESULT: copies the program without symbols and without its search path
# for libraries, and writes the commit into it (Sources/CBuildStamp).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"

stamp=$(mktemp)
trap 'rm -f "$stamp"' EXIT
printf '%s' "$commit" > "$stamp"
truncate -s 64 "$stamp"
objcopy --strip-all --update-section cartographer_commit="$stamp" "$1" "$2"
if chrpath -l "$2" | grep -q PATH=; then chrpath -d "$2" >/dev/null; fi
chmod 755 "$2"
"$2" --version | grep -qF "Commit: $commit" || {
  echo "finish-program: $2 --version does not show the commit $commit" >&2
  exit 1
}
