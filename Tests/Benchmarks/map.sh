# Measures the drawing of the map, also against mapscii. run.sh sources this file and defines its functions.

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

# Compares a frame over a user's map file with a frame of mapscii, for the same views and the same tiles. Both programs
# print the median and the 99th percentile in ms. CARTOGRAPHER_MAPSCII is the folder of an installed mapscii, and
# CARTOGRAPHER_BENCH_TILES a map file with vector tiles.
mapscii=${CARTOGRAPHER_MAPSCII:-}
map_file=${CARTOGRAPHER_BENCH_TILES:-}
if [ ! -x "$bench" ]; then
  say "mapscii: skipped, because $bench does not exist"
elif ! command -v node >/dev/null; then
  say "mapscii: skipped, because node is not installed"
elif [ ! -f "$mapscii/src/Renderer.js" ]; then
  say "mapscii: skipped, because CARTOGRAPHER_MAPSCII is not a folder with mapscii"
elif [ ! -f "$map_file" ]; then
  say "mapscii: skipped, because CARTOGRAPHER_BENCH_TILES is not a map file"
else
  mkdir "$scratch/tiles"
  "$bench" export-mapfile "$map_file" "$scratch/tiles"
  for ((run = 0; run < runs; run++)); do
    "$bench" mapfile "$map_file" >>"$scratch/mapfile"
    node "$here/mapscii.js" "$mapscii" "$scratch/tiles" >>"$scratch/mapscii"
  done
  # figure NAME COLUMN: prints the median of a column of NAME.
  figure() { awk -v column="$2" '{ print $column }' "$scratch/$1" | median; }
  say "frame of a map file: median $(figure mapfile 1) ms, p99 $(figure mapfile 2) ms;" \
    "of mapscii: median $(figure mapscii 1) ms, p99 $(figure mapscii 2) ms"
  gate "frame at 200x60 of a map file / mapscii" \
    "$(ratio "$(figure mapfile 1)" "$(figure mapscii 1)")" 1 ''
fi
