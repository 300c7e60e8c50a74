#!/usr/bin/env bash
# Measures the program against its peers and writes a report with one line per figure and target.
#
#   run.sh PROGRAM [FOLDER]
#
# PROGRAM is the release build of cartographer. FOLDER contains cartographer-bench and swiftdata-bench; the
# default is the folder of PROGRAM. A ratio is that of the medians of alternating runs of the program and its
# peer. The exit code is 1 if a figure is over its target. A missing peer is named and skipped.
#
# A run of full size writes its table to docs/benchmarks.md. Smaller values of CARTOGRAPHER_BENCH_RUNS
# (default: 3) and CARTOGRAPHER_BENCH_POINTS (default: 1000000) give a quicker, rougher run without the table.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath "$1")
folder=${2:-$(dirname "$program")}
bench=$folder/cartographer-bench
library=$folder/swiftdata-bench
runs=${CARTOGRAPHER_BENCH_RUNS:-3}
points=${CARTOGRAPHER_BENCH_POINTS:-1000000}
stores="$root/Tests/Fixtures/stores"
work="$root/.build-release/bench"
tools="$work/tools"
report="$work/report.txt"
table="$root/docs/benchmarks.md"
over=0

mkdir -p "$tools"
for tool in measure generate import migrate append sql screen hello; do
  if [ "$here/$tool.c" -nt "$tools/$tool" ] || [ "$here/sqlite_check.h" -nt "$tools/$tool" ]; then
    cc -std=gnu11 -O2 -Wall -Wextra -Werror "$here/$tool.c" -o "$tools/$tool" \
      -lsqlite3 -lexpat -lm -lutil
  fi
done
scratch=$(mktemp -d "$work/run.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
: > "$report"

say() { printf '%s\n' "$*" | tee -a "$report"; }

# Prints the median of the numbers on standard input.
median() {
  sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

# gate NAME MEASURED TARGET UNIT: reports a figure, and fails the run if it is over its target.
gate() {
  local verdict=ok
  if awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b) }'; then
    verdict=OVER
    over=1
  fi
  say "$(printf '%-44s %9.2f  target %7.2f %-4s %s' "$1" "$2" "$3" "$4" "$verdict")"
  printf '| %s | %.2f | %.2f | %s | %s |\n' "$1" "$2" "$3" "$4" "$verdict" >>"$scratch/table"
}

# timed NAME PROGRAM [ARGUMENT...]: runs a program and appends its wall seconds to NAME.wall, its processor
# seconds to NAME.cpu and its peak memory in KiB to NAME.rss.
timed() {
  local name=$1
  shift
  if ! "$tools/measure" "$scratch/result" "$@" >"$scratch/output" 2>&1; then
    say "$name ended with an error: $*"
    cat "$scratch/output" >&2
    exit 1
  fi
  read -r wall user system peak _ <"$scratch/result"
  echo "$wall" >>"$scratch/$name.wall"
  awk -v u="$user" -v s="$system" 'BEGIN { print u + s }' >>"$scratch/$name.cpu"
  echo "$peak" >>"$scratch/$name.rss"
}

wall() { median <"$scratch/$1.wall"; }
cpu() { median <"$scratch/$1.cpu"; }
peak_mebibytes() { sort -g "$scratch/$1.rss" | tail -n 1 | awk '{ printf "%.1f", $1 / 1024 }'; }

# expect WHAT STORE SQL VALUE: ends the run if a query gives another value, since the figure would be
# worthless.
expect() {
  local value
  value=$("$tools/sql" "$2" "$3")
  if [ "$value" != "$4" ]; then
    say "$1: expected $4, found $value"
    exit 1
  fi
}

remove_store() { rm -rf "$1" "$1-wal" "$1-shm" "$1.lock" "$1".*backup*; }

say "cartographer $("$program" --version | sed -n 1p), $(nproc) cores, $runs runs, $(date -u +%Y-%m-%d)"
say ""

# Imports the same file into the same tables, by cartographer and by the C program.
track="$work/track-$points.gpx"
if [ ! -f "$track" ]; then
  "$tools/generate" "$points" 20260711 >"$track.new"
  mv "$track.new" "$track"
fi
"$tools/generate" 100 1 >"$scratch/short.gpx"
"$program" --quiet --store "$scratch/reference.store" import "$scratch/short.gpx" >/dev/null
for ((run = 0; run < runs; run++)); do
  remove_store "$scratch/ours.store"
  timed import "$program" --quiet --store "$scratch/ours.store" import "$track"
  remove_store "$scratch/theirs.store"
  timed import-peer "$tools/import" "$track" "$scratch/reference.store" "$scratch/theirs.store"
done
for store in ours theirs; do
  expect "import ($store)" "$scratch/$store.store" \
    "SELECT count(*) FROM Waypoint WHERE path IS NOT NULL" "$points"
done
say "import of $points points: $(wall import) s; the C program: $(wall import-peer) s"
gate "import / the C program" "$(ratio "$(wall import)" "$(wall import-peer)")" 1.1 ''
gate "import, peak memory" "$(peak_mebibytes import)" 100 MB
. "$here/gpx.sh"
rm -f "$scratch"/*.gpx "$scratch"/*.gpkg
remove_store "$scratch/ours.store"
remove_store "$scratch/theirs.store"
say ""

. "$here/library.sh"

# Creates a library of many small items, which bulk.sh and readers.sh copy before changing it.
library_places=100000
library_paths=20000
items="$scratch/items.store"
"$tools/generate" $((library_paths * 20)) 20260712 library $library_paths $library_places \
  >"$scratch/items.gpx"
"$program" --quiet --store "$items" import "$scratch/items.gpx" >/dev/null
rm -f "$scratch/items.gpx"
expect "the library of many items" "$items" \
  "SELECT (SELECT count(*) FROM Path) || ' ' || (SELECT count(*) FROM Location)" \
  "$library_paths $library_places"
. "$here/bulk.sh"

# Migrates a store from 1.0.0 to 2.0.0, by the stage of the migration plan and by SQL.
old="$stores/cartographer-1.0.0.store"
new="$stores/cartographer-2.0.0.store"
if [ -x "$library" ] && [ -f "$old" ] && [ -f "$new" ]; then
  cp "$old" "$scratch/large.store"
  cp "$new" "$scratch/wanted.store"
  chmod u+w "$scratch"/*.store
  "$tools/sql" "$scratch/large.store" "@$here/large_v1.sql" >/dev/null
  for ((run = 0; run < runs; run++)); do
    remove_store "$scratch/ours.store"
    cp "$scratch/large.store" "$scratch/ours.store"
    timed migrate "$library" migrate "$scratch/ours.store"
    remove_store "$scratch/theirs.store"
    rm -f "$scratch/theirs.copy"
    cp "$scratch/large.store" "$scratch/theirs.store"
    timed migrate-peer "$tools/migrate" "$scratch/theirs.store" "$scratch/wanted.store" \
      "$scratch/theirs.copy"
  done
  for store in ours theirs; do
    for link in $("$tools/sql" "$scratch/wanted.store" \
      "SELECT name FROM sqlite_schema WHERE name GLOB '_sd_link_*'"); do
      case $link in
        *.locations | Location.*) members=100000 ;;
        *) members=$("$tools/sql" "$scratch/large.store" \
          'SELECT count(*) FROM Path WHERE "group" IS NOT NULL') ;;
      esac
      expect "migration ($store, $link)" "$scratch/$store.store" \
        "SELECT count(*) FROM \"$link\"" "$members"
    done
  done
  say "migration of 1000000 waypoints: $(wall migrate) s; by SQL: $(wall migrate-peer) s"
  gate "migration 1.0.0 to 2.0.0 / handwritten SQL" \
    "$(ratio "$(wall migrate)" "$(wall migrate-peer)")" 3 ''
  gate "migration, peak memory" "$(peak_mebibytes migrate)" 300 MB
else
  say "migration: skipped, because $library or a store of 1.0.0 or 2.0.0 in $stores does not exist"
fi
say ""

# Measures a frame of the map. `cartographer-bench frame` prints the 99th percentile of 200 pans, in ms.
if [ -x "$bench" ]; then
  for ((run = 0; run < runs; run++)); do "$bench" frame; done >"$scratch/frames"
  gate "frame at 200x60 with 1M points, p99" "$(median <"$scratch/frames")" 30 ms
  for ((run = 0; run < runs; run++)); do "$bench" basemap; done >"$scratch/basemap"
  gate "frame at 200x60 of the base map alone, p99" "$(median <"$scratch/basemap")" 8 ms
  for ((run = 0; run < runs; run++)); do "$bench" preview; done >"$scratch/previews"
  gate "simplify preview, 100000 points, p99" "$(median <"$scratch/previews")" 50 ms
else
  say "frame: skipped, because $bench does not exist"
fi

say ""
. "$here/editor.sh"
. "$here/readers.sh"

# A C program that prints a word shows the minimum time of a process.
"$program" --version >/dev/null
for ((run = 0; run < 50; run++)); do
  timed version "$program" --version
  timed hello "$tools/hello"
done
say "--version, warm, median of 50: $(wall version) s; a C program that prints: $(wall hello) s"
gate "--version / a C program that prints" "$(ratio "$(cpu version)" "$(cpu hello)")" 22 ''

# Only a run of full size replaces the table in the documentation.
if [ "$runs" -ge 3 ] && [ "$points" -eq 1000000 ]; then
  {
    sed '/^<!-- measured -->$/q' "$table"
    echo
    echo "Measured with cartographer $("$program" --version | sed -n 1p) on $(uname -sm) with $(nproc) cores of" \
      "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), on $(date -u +%Y-%m-%d)."
    echo
    echo "| figure | measured | at most | unit | |"
    echo "|---|---:|---:|---|---|"
    cat "$scratch/table"
  } >"$scratch/benchmarks.md"
  cp "$scratch/benchmarks.md" "$table"
  say "wrote the table to $table"
fi

say ""
say "wrote the report to $report"
exit "$over"
