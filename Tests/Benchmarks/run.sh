#!/usr/bin/env bash
# Measures the program against its peers and writes a report with one line per number and target.
#
#   run.sh PROGRAM [FOLDER]
#
# PROGRAM is the release build of cartographer; in FOLDER are those of cartographer-bench and
# swiftdata-bench (beside PROGRAM when not given). Every ratio is of medians of runs that alternate
# with their peer's on this machine, in this run. Ends with 1 when a number is over its target. A
# peer that is missing is named and skipped.
#
# A run of full size writes its table to docs/benchmarks.md. CARTOGRAPHER_BENCH_RUNS (3) and
# CARTOGRAPHER_BENCH_POINTS (1000000) make a quicker, rougher run, which does not.
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

# gate NAME MEASURED TARGET UNIT
gate() {
  local verdict=ok
  if awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b) }'; then
    verdict=OVER
    over=1
  fi
  say "$(printf '%-44s %9.2f  target %7.2f %-4s %s' "$1" "$2" "$3" "$4" "$verdict")"
  printf '| %s | %.2f | %.2f | %s | %s |\n' "$1" "$2" "$3" "$4" "$verdict" >>"$scratch/table"
}

# timed NAME PROGRAM [ARGUMENT...]: appends its wall seconds to NAME.wall, its processor seconds to
# NAME.cpu, its peak to NAME.rss.
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

# expect WHAT STORE SQL VALUE: a measurement of the wrong result is worth nothing.
expect() {
  local value
  value=$("$tools/sql" "$2" "$3")
  if [ "$value" != "$4" ]; then
    say "$1: expected $4, found $value"
    exit 1
  fi
}

remove_store() { rm -rf "$1" "$1-wal" "$1-shm" "$1.lock" "$1".*backup*; }

say "cartographer $("$program" --version), $(nproc) cores, $runs runs, $(date -u +%Y-%m-%d)"
say ""

# Import: the same file into the same tables, by the program and by the C program.
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
gate "import, peak of memory" "$(peak_mebibytes import)" 100 MB
. "$here/gpx.sh"
rm -f "$scratch"/*.gpx "$scratch"/*.gpkg
remove_store "$scratch/ours.store"
remove_store "$scratch/theirs.store"
say ""

. "$here/library.sh"

# A library of many small items, which bulk.sh and readers.sh copy before they change it.
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

# Migration from 1.0.0 to 2.0.0: by the plan's own stage, and by SQL.
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
  gate "migration 1.0.0 to 2.0.0 / SQL by hand" \
    "$(ratio "$(wall migrate)" "$(wall migrate-peer)")" 3 ''
  gate "migration, peak of memory" "$(peak_mebibytes migrate)" 300 MB
else
  say "migration: skipped, for $library, or a store of 1.0.0 or 2.0.0 in $stores, is missing"
fi
say ""

# A frame of the map: `cartographer-bench frame` prints the 99th percentile of 200 pans, in ms.
if [ -x "$bench" ]; then
  for ((run = 0; run < runs; run++)); do "$bench" frame; done >"$scratch/frames"
  gate "frame at 200x60 with 1M points, p99" "$(median <"$scratch/frames")" 30 ms
  for ((run = 0; run < runs; run++)); do "$bench" preview; done >"$scratch/previews"
  gate "simplify preview, 100000 points, p99" "$(median <"$scratch/previews")" 50 ms
else
  say "frame: skipped, for there is no $bench"
fi

say ""
. "$here/editor.sh"
. "$here/readers.sh"

# The least a program takes is that of one in C that prints a word.
"$program" --version >/dev/null
for ((run = 0; run < 50; run++)); do
  timed version "$program" --version
  timed hello "$tools/hello"
done
say "--version, warm, median of 50: $(wall version) s; a C program that prints: $(wall hello) s"
gate "--version / a C program that prints" "$(ratio "$(cpu version)" "$(cpu hello)")" 22 ''

# The table in the documentation is that of a run of full size.
if [ "$runs" -ge 3 ] && [ "$points" -eq 1000000 ]; then
  {
    sed '/^<!-- measured -->$/q' "$table"
    echo
    echo "cartographer $("$program" --version), $(uname -sm), $(nproc) cores of" \
      "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(date -u +%Y-%m-%d)."
    echo
    echo "| figure | measured | at most | unit | |"
    echo "|---|---:|---:|---|---|"
    cat "$scratch/table"
  } >"$scratch/benchmarks.md"
  cp "$scratch/benchmarks.md" "$table"
  say "table written to $table"
fi

say ""
say "written to $report"
exit "$over"
