#!/usr/bin/env bash
# Builds the fuzz targets with libFuzzer and AddressSanitizer and runs each for a while.
#
#   Tests/Fuzz/run.sh SECONDS [TARGET…]
#   Tests/Fuzz/run.sh check
#
# `check` only checks the types of all targets against the modules of the debug build.
# TARGET is FuzzReader, FuzzRoundTrip, FuzzFidelity, FuzzFIT, FuzzTCX, FuzzGeoJSON, FuzzKML, FuzzCSV, FuzzNMEA,
# FuzzIGC, FuzzArchive, FuzzTimeline or FuzzTiles; without a target, all of them run. The findings are
# kept in .build/fuzz/TARGET: a failing input is named crash-…, and `.build/fuzz/bin/TARGET FILE` runs it
# again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] \
  || targets=(FuzzReader FuzzRoundTrip FuzzFidelity FuzzFIT FuzzTCX FuzzGeoJSON FuzzKML FuzzCSV FuzzNMEA FuzzIGC
    FuzzArchive FuzzTimeline FuzzTiles)

build=.build/fuzz
mkdir -p $build/bin $build/modules
# The package manager names the package after its folder.
package=${PWD##*/}
package=${package,,}
flags=(-swift-version 6 -parse-as-library -package-name "${package//[^a-z0-9_]/_}"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility)
for map in Sources/C*/module.modulemap; do
  [ "$map" = Sources/CNcurses/module.modulemap ] || flags+=(-Xcc "-fmodule-map-file=$PWD/$map")
done
if [ "$seconds" = check ]; then
  exec swiftc -typecheck -warnings-as-errors "${flags[@]}" -I .build/debug/Modules -module-name Fuzz Tests/Fuzz/*.swift
fi
# -Ounchecked would remove the traps that the fuzzer looks for.
flags+=(-O -whole-module-optimization -sanitize=fuzzer,address -use-ld=lld -I $build/modules)

# module NAME FOLDER: compiles a module unless it is up to date.
module() {
  local stamp=$build/modules/$1.stamp
  [ -f "$stamp" ] && [ -z "$(find "$2" -name '*.swift' -newer "$stamp")" ] && return
  swiftc "${flags[@]}" -emit-module -emit-module-path "$build/modules/$1.swiftmodule" \
    -module-name "$1" -c -o "$build/modules/$1.o" $(find "$2" -name '*.swift' | sort)
  touch "$stamp"
}
module Geodesy Sources/Geodesy
module GeoFormats Sources/GeoFormats
module GPXCompare Tests/GPXCompare
module MapTiles Sources/MapTiles

# Swift's backtracer would wait for a terminal after a trap.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
code=0
for target in "${targets[@]}"; do
  swiftc "${flags[@]}" -module-name "$target" -o "$build/bin/$target" \
    "Tests/Fuzz/$target.swift" Tests/Fuzz/FuzzChecks.swift $build/modules/*.o
  mkdir -p "$build/$target/corpus"
  dict=gpx
  case $target in
    FuzzFIT) seeds=(fit) dict=fit ;;
    FuzzTCX) seeds=(tcx) dict=tcx ;;
    FuzzGeoJSON) seeds=(geojson) dict=geojson ;;
    FuzzKML) seeds=(kml) dict=kml ;;
    FuzzCSV) seeds=() dict=csv ;;
    FuzzNMEA) seeds=() dict=nmea ;;
    FuzzIGC) seeds=(igc) dict=igc ;;
    FuzzArchive) seeds=(gpx/packed exports/strava exports/garmin) ;;
    FuzzTimeline) seeds=(exports/google) dict=timeline ;;
    # No map file is in the repository; the fuzzer finds the formats' signatures in the dictionary.
    FuzzTiles) seeds=() dict=tiles ;;
    *) seeds=(gpx) ;;
  esac
  [ ${#seeds[@]} -eq 0 ] || find "${seeds[@]/#/Tests/Fixtures/}" -type f ! -name '*.md' ! -name 'expected.csv' -size -64k \
    -exec cp -n {} "$build/$target/corpus" \;
  # The first byte of these inputs selects the options: csv or tsv, and with or without checksums.
  case $target in
    FuzzCSV) prefixed=(csv/*.csv=0 csv/*.tsv=1) ;;
    FuzzNMEA) prefixed=(nmea/*.nmea=0 nmea/*.nmea=1) ;;
    *) prefixed=() ;;
  esac
  for entry in "${prefixed[@]}"; do
    for file in Tests/Fixtures/${entry%=*}; do
      { printf "\\00${entry#*=}"; cat "$file"; } >"$build/$target/corpus/${entry#*=}-${file##*/}"
    done
  done
  echo "fuzz: $target for $seconds s" >&2
  (cd "$build/$target" && nice -n 19 "../bin/$target" corpus -dict="$OLDPWD/Tests/Fuzz/$dict.dict" \
    -max_total_time="$seconds" -max_len=16384 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -close_fd_mask=0 2>log.txt) || code=$?
  tail -n 12 "$build/$target/log.txt" >&2
done
exit $code
