# Measures the import and export of GPX files. run.sh sources this file and defines its functions.

# Imports the same file into the same tables, by cartographer and by the C program.
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

for ((run = 0; run < runs; run++)); do
  timed export "$program" --quiet --store "$scratch/ours.store" export --force -o "$scratch/export.gpx"
  if command -v gpsbabel >/dev/null; then
    timed gpsbabel gpsbabel -i gpx -f "$track" -o gpx -F "$scratch/gpsbabel.gpx"
  fi
  if command -v ogr2ogr >/dev/null; then
    rm -f "$scratch/track.gpkg"
    timed ogr2ogr ogr2ogr -f GPKG "$scratch/track.gpkg" "$track" track_points
  fi
done
say "export of $points points: $(wall export) s"
if command -v gpsbabel >/dev/null; then
  gate "import / gpsbabel gpx to gpx" "$(ratio "$(wall import)" "$(wall gpsbabel)")" 0.55 ''
  gate "export / gpsbabel gpx to gpx" "$(ratio "$(wall export)" "$(wall gpsbabel)")" 0.4 ''
else
  say "gpsbabel is not installed: skipped"
fi
if command -v ogr2ogr >/dev/null; then
  gate "import / ogr2ogr to GeoPackage" "$(ratio "$(wall import)" "$(wall ogr2ogr)")" 0.2 ''
else
  say "ogr2ogr is not installed: skipped"
fi

# The same points without sensor values, and with an unknown extension.
"$tools/generate" "$points" 20260711 plain >"$scratch/plain.gpx"
"$tools/generate" "$points" 20260711 foreign >"$scratch/foreign.gpx"
for ((run = 0; run < runs; run++)); do
  import_of plain "$scratch/plain.gpx"
  import_of foreign "$scratch/foreign.gpx"
done
gate "import with an unknown extension / plain" "$(ratio "$(wall foreign)" "$(wall plain)")" 2 ''
remove_store "$scratch/foreign.store"
"$program" --quiet --store "$scratch/empty.store" import "$scratch/short.gpx" >/dev/null
bytes=$(($(stat -c %s "$scratch/plain.store") - $(stat -c %s "$scratch/empty.store")))
gate "bytes per plain point" "$(awk -v b="$bytes" -v n="$points" 'BEGIN { print b / n }')" 80 B
remove_store "$scratch/empty.store"
remove_store "$scratch/plain.store"
rm -f "$scratch/plain.gpx" "$scratch/foreign.gpx"

# Many small files against one file with the same number of points. Processor time is compared, because only a
# large file is parsed and inserted on two processors in parallel.
files=2000
mkdir -p "$scratch/small"
for ((file = 0; file < files; file++)); do
  "$tools/generate" $((points / files)) "$file" >"$scratch/small/$file.gpx"
done
import_of small "$scratch"/small/*.gpx
gate "$files small files / one (one run)" "$(ratio "$(cpu small)" "$(cpu import)")" 3 ''
remove_store "$scratch/small.store"
rm -rf "$scratch/small"

# Ten times the points should take ten times the processor time, in constant memory. The elapsed time depends
# on how fast the disk writes a gigabyte. CARTOGRAPHER_BENCH_LARGE=0 skips this.
if [ "${CARTOGRAPHER_BENCH_LARGE:-1}" != 0 ]; then
  "$tools/generate" $((points * 10)) 20260711 >"$scratch/large.gpx"
  import_of large "$scratch/large.gpx"
  gate "import of ten times the points / one" "$(ratio "$(cpu large)" "$(cpu import)")" 12 ''
  gate "import of ten times the points, peak" "$(peak_mebibytes large)" 100 MB
  remove_store "$scratch/large.store"
  rm -f "$scratch/large.gpx"
fi

# Refusing a file for its size must not need more memory than importing one. The files have 200 MB or more.
long() { head -c 200000000 /dev/zero | tr '\0' "$1"; }
gpx_with() { printf '<gpx version="1.1" creator="b"><wpt lat="1" lon="2">%s' "$1"; }
{ gpx_with '<name>'; long x; } >"$scratch/limit.text.gpx"
{ gpx_with '<name a="'; long x; } >"$scratch/limit.token.gpx"
{ gpx_with '<!--'; long x; } >"$scratch/limit.token-comment.gpx"
{ gpx_with ''; head -n 50000000 < <(yes '<a>'); } >"$scratch/limit.depth.gpx"
{ gpx_with '<extensions>'; head -n 12000000 < <(yes '<a b="c">text</a>'); } >"$scratch/limit.fragment.gpx"
{ gpx_with '<name>'; long ' '; } | gzip >"$scratch/limit.ratio.gpx"
for file in "$scratch"/limit.*.gpx; do
  code=$(basename "$file" .gpx)
  "$tools/measure" "$scratch/result" "$program" --store "$scratch/limit.store" import "$file" \
    >"$scratch/output" 2>&1 || true
  read -r _ _ _ peak code_of <"$scratch/result"
  if [ "$code_of" != 65 ] || ! grep -q "${code%-*}" "$scratch/output"; then
    say "a file over the limit $code ended with $code_of instead of 65: $(tail -n 1 "$scratch/output")"
    over=1
  fi
  echo "$peak" >>"$scratch/limits.rss"
done
gate "files over a limit, peak memory" "$(peak_mebibytes limits)" 100 MB
rm -f "$scratch"/limit.*
rm -f "$scratch"/export.gpx "$scratch"/gpsbabel.gpx "$scratch"/*.gpkg
remove_store "$scratch/ours.store"
remove_store "$scratch/theirs.store"
