#!/usr/bin/env bash
# tarball.sh BUILD FOLDER: links the objects in a release build folder with static C libraries, and
# packs the program with install.sh into a tar file for any distribution with glibc 2.35 or later.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"
build=$(realpath "$1") folder=$2
oldest_glibc=2.35

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=cartographer-$package_version-linux-$(uname -m)
tree=$work/$name
mkdir -p "$work/archives" "$tree"

# The linker takes a library from the first folder that has it, here always an archive.
licences=$tree/share/doc/cartographer/licences
mkdir -p "$licences"
libraries=()
for library in sqlite3 ncursesw tinfo expat archive crypto z bz2 lzma lz4 zstd nettle stdc++; do
  libraries+=("-l$library")
  archive=$(cc -print-file-name="lib$library.a")
  if [ ! -f "$archive" ]; then
    echo "tarball: lib$library.a is missing; the program will need the shared library" >&2
    continue
  fi
  ln -s "$(realpath "$archive")" "$work/archives/lib$library.a"
  package=$(dpkg -S "$(realpath "$archive")" 2>/dev/null | cut -d : -f 1 | head -n 1 || true)
  if [ -f "/usr/share/doc/$package/copyright" ]; then
    cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
  fi
done
cc -O2 -c "$root/Packaging/arc4random.c" -o "$work/arc4random.o"
quiet swiftc -static-stdlib -emit-executable -o "$work/linked" -L "$work/archives" \
  -Xlinker --gc-sections -Xlinker --defsym -Xlinker main=cartographer_main \
  @"$build/release/cartographer.product/Objects.LinkFileList" "$work/arc4random.o" \
  "${libraries[@]}"
"$root/Packaging/finish-program.sh" "$work/linked" "$work/program"

# libgcc_s is part of every system with glibc, which loads it to end threads.
needed=$(objdump -p "$work/program" | sed -nE 's/.*NEEDED +//p' \
  | grep -vE '^(libc|libm|libdl|libpthread|librt|libgcc_s|ld-linux.*)\.so' || true)
[ -z "$needed" ] || echo "tarball: the program needs these shared libraries:" $needed >&2
newest=$(objdump -T "$work/program" | grep -oE 'GLIBC_2\.[0-9]+' | sort -uV | tail -n 1)
if [ "$(printf '%s\n' "GLIBC_$oldest_glibc" "$newest" | sort -V | tail -n 1)" != "GLIBC_$oldest_glibc" ]; then
  echo "tarball: the program needs $newest, but must run with glibc $oldest_glibc:" >&2
  objdump -T "$work/program" | grep -F "$newest" >&2
  exit 1
fi

quiet make -s -C "$root" install PROGRAM="$work/program" DESTDIR="$tree" PREFIX=
install -m 755 "$root/Packaging/install.sh" "$tree/install.sh"
install -m 644 "$root/Packaging/copyright" "$tree/share/doc/cartographer/copyright"
install -m 644 "$root/README.md" "$root/docs/CHANGELOG.md" "$tree/share/doc/cartographer/"

mkdir -p "$folder"
tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
  -C "$work" -cf - "$name" | pack > "$folder/$name.tar.xz"
echo "tarball: built $folder/$name.tar.xz ($(du -h --apparent-size "$folder/$name.tar.xz" | cut -f 1)B)" >&2
