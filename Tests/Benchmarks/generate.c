// Writes a GPX 1.1 file of one recorded track, the same one for the same seed.
//
//   generate POINTS SEED [heart|plain|foreign] > FILE
//
// Each point has an elevation and a time, and: a heart rate (Garmin's TrackPointExtension), as a
// watch writes them, which is 210 MB for a million points; nothing more; or an extension that no
// program knows. Every 100 000 points a new segment begins.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

// SplitMix64, in 0..<1.
static double chance(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) {
    fprintf(stderr, "usage: generate POINTS SEED [heart|plain|foreign]\n");
    return 64;
  }
  long points = atol(argv[1]);
  state = strtoull(argv[2], NULL, 10);
  const char *kind = argc == 4 ? argv[3] : "heart";
  puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       "<gpx version=\"1.1\" creator=\"generate\" xmlns=\"http://www.topografix.com/GPX/1/1\""
       " xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\""
       " xmlns:lab=\"urn:example:lab\">\n"
       "<trk>\n<name>A long walk</name>\n<trkseg>");
  double latitude = 46.5, longitude = 7.9, course = 0.6, elevation = 1200, heart = 110;
  time_t clock = 1782972131;  // 2026-07-02T06:02:11Z
  for (long point = 0; point < points; point++) {
    if (point > 0 && point % 100000 == 0) puts("</trkseg>\n<trkseg>");
    // A walk of about 1.3 m a second that turns back before it leaves the Alps.
    course += (chance() - 0.5) * 0.4;
    if (fabs(latitude - 46.5) > 1.5 || fabs(longitude - 7.9) > 2.5)
      course = atan2(7.9 - longitude, 46.5 - latitude);
    latitude += cos(course) * 1.2e-5;
    longitude += sin(course) * 1.7e-5;
    elevation = 1500 + 900 * sin(point / 9000.0) + 40 * sin(point / 310.0) + chance();
    heart += (chance() - 0.5) * 3 + (125 - heart) * 0.01;
    clock += 1 + (chance() < 0.1);
    struct tm parts;
    gmtime_r(&clock, &parts);
    char stamp[32];
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    printf("<trkpt lat=\"%.7f\" lon=\"%.7f\">\n<ele>%.1f</ele>\n<time>%s</time>\n",
           latitude, longitude, elevation, stamp);
    if (strcmp(kind, "heart") == 0)
      printf("<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>%d</gpxtpx:hr>"
             "</gpxtpx:TrackPointExtension></extensions>\n", (int)heart);
    if (strcmp(kind, "foreign") == 0)
      printf("<extensions><lab:air quality=\"%d\">%d</lab:air></extensions>\n",
             (int)(point % 7), (int)(heart * 100));
    puts("</trkpt>");
  }
  puts("</trkseg>\n</trk>\n</gpx>");
  return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
