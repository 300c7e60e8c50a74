#!/usr/bin/env bash
# record.sh FOLDER: writes the build record and the checksums of the packages in a folder.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"
cd "$1"
packages=(*.deb *.tar.xz)

# Prints the versions of the installed Debian packages that contain the given files.
owners() {
  dpkg -S "$@" 2>/dev/null | sed 's/: .*//' | tr -d ' ' | tr ',' '\n' | sort -u \
    | xargs dpkg-query -W -f '  ${Package} ${Version}\n' | sort -u
}

{
  echo "Build record of Cartographer $package_version"
  echo
  echo "Commit: $commit"
  echo "Time of the commit: $(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)"
  echo "System: $(. /etc/os-release && echo "$PRETTY_NAME"), $(uname -m)"
  echo "Compiler: $(swiftc --version 2>/dev/null | head -n 1)"
  echo
  echo "Swift packages (name, version, folder, digest of the folder):"
  grep -v '^#' "$root/Packaging/dependencies.txt" | sed 's/^/  /'
  if command -v dpkg-query >/dev/null; then
    archives=()
    for library in sqlite3 ncursesw tinfo expat z archive crypto bz2 lzma lz4 zstd nettle stdc++ c; do
      archives+=("$(cc -print-file-name="lib$library.a")")
    done
    echo
    echo "C libraries and tools at the build:"
    owners "$(realpath "$(command -v cc)")" "$(realpath "$(command -v objcopy)")" \
      /usr/bin/dpkg-deb /usr/bin/xz $(realpath "${archives[@]}")
    echo
    echo "The Debian package depends on:"
    dpkg-deb -f ./*.deb Depends | sed 's/, /\n/g; s/^/  /' | sed '2,$s/^\([^ ]\)/  \1/'
  fi
  echo
  echo "SHA-256:"
  sha256sum "${packages[@]}" | sed 's/^/  /'
} > build-record.txt
sha256sum "${packages[@]}" build-record.txt > SHA256SUMS
cat SHA256SUMS
