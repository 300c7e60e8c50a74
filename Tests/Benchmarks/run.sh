#!/usr/bin/env bash
# Measures the program against its peers and writes a report with one line per figure and target.
#
#   run.sh PROGRAM [FOLDER [PART...]]
#
# PROGRAM is the release build of cartographer. FOLDER contains cartographer-bench and swiftdata-bench; the
# default is the folder of PROGRAM. PART is gpx, formats, library, bulk, migration, map, editor, detail, readers
# or start; without a part, all of them run. A ratio is that of the medians of alternating runs of the program and
# its peer. The exit code is 1 if a figure is over its target. A missing peer is named and skipped.
#
# A run of all parts in full size writes its table to docs/benchmarks.md. Smaller values of
# CARTOGRAPHER_BENCH_RUNS (default: 3) and CARTOGRAPHER_BENCH_POINTS (default: 1000000) give a quicker, rougher
# run without the table.
#
# The part map also draws the map file CARTOGRAPHER_BENCH_TILES, and compares the time with that of mapscii in the
# folder CARTOGRAPHER_MAPSCII. Without both variables, this comparison is skipped.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath "$1")
folder=${2:-$(dirname "$program")}
all_parts=(gpx formats library bulk migration map editor detail readers start)
parts=("${@:3}")
[ ${#parts[@]} -gt 0 ] || parts=("${all_parts[@]}")
for part in "${parts[@]}"; do
  case " ${all_parts[*]} " in
    *" $part "*) ;;
    *)
      echo "there is no part '$part'; the parts are: ${all_parts[*]}" >&2
      exit 64
      ;;
  esac
done
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
for tool in measure generate formats pack import migrate append sql screen hello; do
  if [ "$here/$tool.c" -nt "$tools/$tool" ] || [ "$here/sqlite_check.h" -nt "$tools/$tool" ] \
    || [ "$here/walk.h" -nt "$tools/$tool" ]; then
    cc -std=gnu11 -O2 -Wall -Wextra -Werror "$here/$tool.c" -o "$tools/$tool" \
      -lsqlite3 -lexpat -larchive -lm -lutil
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

# The track that most parts import.
track="$work/track-$points.gpx"
if [ ! -f "$track" ]; then
  "$tools/generate" "$points" 20260711 >"$track.new"
  mv "$track.new" "$track"
fi
"$tools/generate" 100 1 >"$scratch/short.gpx"

# import_of NAME FILE...: appends the time of an import into a new store and keeps the store.
import_of() {
  local name=$1
  shift
  remove_store "$scratch/$name.store"
  timed "$name" "$program" --quiet --store "$scratch/$name.store" import "$@"
}

# create_items: creates a library of many small items, $items, which bulk.sh and readers.sh copy before changing it.
library_places=100000
library_paths=20000
items="$scratch/items.store"
create_items() {
  [ ! -f "$items" ] || return 0
  "$tools/generate" $((library_paths * 20)) 20260712 library $library_paths $library_places \
    >"$scratch/items.gpx"
  "$program" --quiet --store "$items" import "$scratch/items.gpx" >/dev/null
  rm -f "$scratch/items.gpx"
  expect "the library of many items" "$items" \
    "SELECT (SELECT count(*) FROM Path) || ' ' || (SELECT count(*) FROM Location)" \
    "$library_paths $library_places"
}

for part in "${parts[@]}"; do
  . "$here/$part.sh"
  say ""
done

# Only a run of all parts in full size replaces the table in the documentation.
if [ "${parts[*]}" = "${all_parts[*]}" ] && [ "$runs" -ge 3 ] && [ "$points" -eq 1000000 ]; then
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
say "wrote the report to $report"
exit "$over"
