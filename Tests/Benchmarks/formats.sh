# Compares the import of other formats with that of GPX and with gpsbabel. run.sh sources this file and defines
# its functions.

# Each file has the same values as the GPX file with which it is compared: FIT, GeoJSON, KML, TCX and CSV have the
# points' heart rates, NMEA has the quality of the positions, and the pressure altitudes of IGC are preserved like the
# unknown extension of a GPX file.
for kind in quality foreign; do "$tools/generate" "$points" 20260711 $kind >"$scratch/$kind.gpx"; done
for format in fit geojson kml tcx csv nmea igc; do
  "$tools/formats" "$points" 20260711 $format >"$scratch/points.$format"
done

# peer FORMAT TYPE: converts a file to GPX with gpsbabel, which stores nothing.
peer() {
  ! command -v gpsbabel >/dev/null \
    || timed "gpsbabel-$1" gpsbabel -i "$2" -f "$scratch/points.$1" -o gpx -F "$scratch/peer.gpx"
}

for ((run = 0; run < runs; run++)); do
  import_of formats-heart "$track"
  import_of formats-quality "$scratch/quality.gpx"
  import_of formats-foreign "$scratch/foreign.gpx"
  for format in fit geojson kml tcx csv nmea igc; do
    import_of "formats-$format" "$scratch/points.$format"
    case $format in nmea | igc) hearts=0 ;; *) hearts=$points ;; esac
    expect "import of $format" "$scratch/formats-$format.store" \
      "SELECT count(*) || ' ' || count(timestamp) || ' ' || count(elevation) || ' ' || count(heartRate)
        FROM Waypoint WHERE path IS NOT NULL" "$points $points $points $hearts"
    remove_store "$scratch/formats-$format.store"
  done
  peer kml kml
  peer fit garmin_fit
done
say "import of $points points in GPX: with heart rates $(wall formats-heart) s, with the quality of the" \
  "positions $(wall formats-quality) s, with an unknown extension $(wall formats-foreign) s"

# against_gpx FORMAT GPX TARGET: compares a format with a GPX file.
against_gpx() {
  say "import of $1: $(wall "formats-$1") s, $(cpu "formats-$1") s of processor time"
  gate "import of $1 / GPX" "$(ratio "$(wall "formats-$1")" "$(wall "formats-$2")")" "$3" ''
  gate "import of $1, peak memory" "$(peak_mebibytes "formats-$1")" 100 MB
}
against_gpx fit heart 0.5
for format in geojson kml tcx csv; do against_gpx $format heart 1.3; done
against_gpx nmea quality 1.3
against_gpx igc foreign 1.3

# An import writes all points into a store, and gpsbabel writes a GPX file. Both read the same file.
if command -v gpsbabel >/dev/null; then
  say "gpsbabel to GPX: kml $(wall gpsbabel-kml) s, fit $(wall gpsbabel-fit) s"
  gate "import of kml / gpsbabel kml to gpx" "$(ratio "$(wall formats-kml)" "$(wall gpsbabel-kml)")" 0.3 ''
  gate "import of fit / gpsbabel garmin_fit to gpx" \
    "$(ratio "$(wall formats-fit)" "$(wall gpsbabel-fit)")" 1 ''
else
  say "gpsbabel is not installed: skipped"
fi
for kind in heart quality foreign; do remove_store "$scratch/formats-$kind.store"; done
rm -f "$scratch"/points.* "$scratch"/{quality,foreign,peer}.gpx

# An export of Strava with 2000 activities in one command, compared with the import of its files by one command
# into one store. The files are compressed as in such an export.
activities=2000
mkdir -p "$scratch/strava/activities"
{
  printf 'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,'
  printf 'Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename\n'
} >"$scratch/strava/activities.csv"
for ((activity = 1; activity <= activities; activity++)); do
  case $((activity % 4)) in
    0) name=$activity.gpx ;;
    1) name=$activity.tcx ;;
    *) name=$activity.fit ;;
  esac
  if [ "${name##*.}" = gpx ]; then
    "$tools/generate" $((points / activities)) $activity >"$scratch/strava/activities/$name"
  else
    "$tools/formats" $((points / activities)) $activity "${name##*.}" >"$scratch/strava/activities/$name"
  fi
  [ "${name##*.}" = gpx ] || name=$name.gz
  printf '%d,"2 Jul 2026, 06:02:11",Walk %d,Hike,,600,700,125,,false,,,activities/%s\n' $activity $activity \
    "$name" >>"$scratch/strava/activities.csv"
done
gzip -n "$scratch"/strava/activities/*.fit "$scratch"/strava/activities/*.tcx
(cd "$scratch/strava" && find activities -type f | sort) >"$scratch/strava.list"
# shellcheck disable=SC2046
"$tools/pack" "$scratch/export.zip" "$scratch/strava" activities.csv $(cat "$scratch/strava.list")
for ((run = 0; run < runs; run++)); do
  import_of strava-files "$scratch"/strava/activities/*
  import_of strava "$scratch/export.zip"
done
for store in strava-files strava; do
  expect "import of the activities ($store)" "$scratch/$store.store" \
    "SELECT (SELECT count(*) FROM Path) || ' ' || (SELECT count(*) FROM Waypoint WHERE path IS NOT NULL)" \
    "$activities $((points / activities * activities))"
done
expect "the names of the activities" "$scratch/strava.store" \
  "SELECT count(*) FROM Path WHERE name GLOB 'Walk *'" "$activities"
say "import of $activities activities: $(wall strava) s; of their files: $(wall strava-files) s"
gate "$activities activities in an export of Strava / files" \
  "$(ratio "$(wall strava)" "$(wall strava-files)")" 1.5 ''
gate "import of an export of Strava, peak memory" "$(peak_mebibytes strava)" 100 MB
for store in strava-files strava; do remove_store "$scratch/$store.store"; done
rm -rf "$scratch/strava" "$scratch/strava.list" "$scratch/export.zip"
