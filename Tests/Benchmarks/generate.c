// Writes a GPX 1.1 file with one recorded track. The same seed gives the same file.
//
//   generate POINTS SEED [heart|plain|quality|foreign] > FILE
//   generate POINTS SEED library PATHS PLACES > FILE
//
// The second form writes a library: PATHS tracks and PLACES places all over the Alps. POINTS is the number of
// points of all tracks together.
//
// Each point has an elevation and a time. With `heart`, a point also has a heart rate in Garmin's
// TrackPointExtension, as watches write it; a million points take 210 MB. With `plain`, a point has nothing
// else. With `quality`, it has the quality of the position, as receivers write it, and with `foreign`, it has an
// unknown extension. A new segment begins every 100 000 points.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

static void begin(void) {
  puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       "<gpx version=\"1.1\" creator=\"generate\" xmlns=\"http://www.topografix.com/GPX/1/1\""
       " xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\""
       " xmlns:lab=\"urn:example:lab\">");
}

// Writes one track that starts at a position and a time and stays near it.
static void track(const char *name, long points, const char *kind, double north, double east,
                  time_t clock, int stride) {
  printf("<trk>\n<name>%s</name>\n<trkseg>\n", name);
  struct walk walk = walk_from(north, east, clock, stride);
  for (long point = 0; point < points; point++) {
    if (point > 0 && point % 100000 == 0) puts("</trkseg>\n<trkseg>");
    walk_on(&walk);
    printf("<trkpt lat=\"%.7f\" lon=\"%.7f\">\n<ele>%.1f</ele>\n<time>%s</time>\n",
           walk.latitude, walk.longitude, walk.elevation, walk_time(&walk));
    if (strcmp(kind, "quality") == 0)
      puts("<geoidheight>47.0</geoidheight>\n<sat>8</sat>\n<hdop>1.0</hdop>");
    if (strcmp(kind, "heart") == 0)
      printf("<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>%d</gpxtpx:hr>"
             "</gpxtpx:TrackPointExtension></extensions>\n", (int)walk.heart);
    if (strcmp(kind, "foreign") == 0)
      printf("<extensions><lab:air quality=\"%d\">%d</lab:air></extensions>\n",
             (int)(point % 7), (int)(walk.heart * 100));
    puts("</trkpt>");
  }
  puts("</trkseg>\n</trk>");
}

static void library(long points, long paths, long places) {
  static const char *ways[] = {"Ridge", "Valley", "Lake", "Glacier", "Forest", "Summit", "Hut"};
  char name[64];
  for (long place = 0; place < places; place++) {
    snprintf(name, sizeof name, "%s-place-%05ld", ways[place % 7], place);
    double latitude = 45.5 + chance() * 2, longitude = 6 + chance() * 6;
    printf("<wpt lat=\"%.6f\" lon=\"%.6f\"><ele>%.0f</ele><name>%s</name></wpt>\n", latitude,
           longitude, 500 + chance() * 3000, name);
  }
  for (long path = 0; path < paths; path++) {
    snprintf(name, sizeof name, "%s-walk-%04ld", ways[path % 7], path);
    double latitude = 45.5 + chance() * 2, longitude = 6 + chance() * 6;
    track(name, points / paths, "plain", latitude, longitude, 1540000000 + path * 86400,
          12);
  }
}

int main(int argc, char **argv) {
  const char *kind = argc > 3 ? argv[3] : "heart";
  bool is_library = strcmp(kind, "library") == 0;
  if (argc < 3 || argc != (is_library ? 6 : argc == 3 ? 3 : 4)) {
    fprintf(stderr, "usage: generate POINTS SEED [heart|plain|quality|foreign|library PATHS PLACES]\n");
    return 64;
  }
  long points = atol(argv[1]);
  walk_state = strtoull(argv[2], NULL, 10);
  begin();
  if (is_library) {
    library(points, atol(argv[4]), atol(argv[5]));
  } else {
    track("A long walk", points, kind, 46.5, 7.9, 1782972131, 1);  // 2026-07-02T06:02:11Z
  }
  puts("</gpx>");
  return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
