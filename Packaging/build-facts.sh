# Other scripts in this folder source this file. It defines functions, and sets variables about the
# checked-out commit:
#   root              the folder of the package
#   version           the version number of the program
#   commit            the commit, followed by "modified" if files differ from it
#   package_version   the version for file names and package managers
#   SOURCE_DATE_EPOCH the time of the commit, which all packaged files get as their time

# quiet COMMAND: runs a command whose messages are shown only if it fails.
quiet() {
  local messages
  messages=$("$@" 2>&1) || {
    printf '%s\n' "$messages" >&2
    return 1
  }
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -nE 's/.*static let number = "(.*)"/\1/p' "$root/Sources/cartographer/ProgramVersion.swift")
commit=$(git -C "$root" rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
modified=
[ -z "$(git -C "$root" status --porcelain)" ] || modified=modified
package_version=$version
if [ -n "$modified" ] || ! git -C "$root" tag --points-at HEAD | grep -qx "v$version"; then
  # "~" sorts before the release.
  package_version="$version~git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d).${commit:0:10}${modified:+.$modified}"
fi
commit=$commit${modified:+ $modified}

# pack: compresses standard input. The filter for x86 machine code makes the program 7 % smaller. More
# threads would give other bytes.
pack() {
  local filter=
  [ "$(uname -m)" != x86_64 ] || filter=--x86
  xz --threads=1 $filter --lzma2=preset=9
}
umask 022
