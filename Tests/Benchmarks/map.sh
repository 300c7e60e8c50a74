# Measures the drawing of the map. run.sh sources this file and defines its functions.

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
