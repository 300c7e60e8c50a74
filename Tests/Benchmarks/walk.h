// A walk in the Alps, from which generate.c and formats.c write the same points in several formats. The same
// seed gives the same points.
#ifndef WALK_H
#define WALK_H
#include <math.h>
#include <stdint.h>
#include <time.h>

static uint64_t walk_state;

// Returns a random number in 0..<1, by SplitMix64.
static double chance(void) {
  uint64_t z = walk_state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// A walk and its current point.
struct walk {
  double north, east, course;
  int stride;
  long point;
  double latitude, longitude, elevation, heart;
  time_t clock;
};

// Begins a walk that starts at a position and a time and stays near it. Two points are `stride` steps of about
// 1.3 m apart.
static struct walk walk_from(double north, double east, time_t clock, int stride) {
  return (struct walk){.north = north, .east = east, .course = 0.6, .stride = stride, .point = -1,
                       .latitude = north, .longitude = east, .heart = 110, .clock = clock};
}

// Goes to the next point.
static void walk_on(struct walk *walk) {
  walk->point++;
  // The track turns back before it leaves the Alps.
  walk->course += (chance() - 0.5) * 0.4;
  if (fabs(walk->latitude - walk->north) > 1.5 || fabs(walk->longitude - walk->east) > 2.5)
    walk->course = atan2(walk->east - walk->longitude, walk->north - walk->latitude);
  walk->latitude += cos(walk->course) * 1.2e-5 * walk->stride;
  walk->longitude += sin(walk->course) * 1.7e-5 * walk->stride;
  walk->elevation =
      1500 + 900 * sin(walk->point / 9000.0) + 40 * sin(walk->point / 310.0) + chance();
  walk->heart += (chance() - 0.5) * 3 + (125 - walk->heart) * 0.01;
  walk->clock += (1 + (chance() < 0.1)) * walk->stride;
}

// Returns the time of the current point in the notation of GPX, in a buffer that the next call overwrites.
static const char *walk_time(const struct walk *walk) {
  static char stamp[32];
  struct tm parts;
  gmtime_r(&walk->clock, &parts);
  strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return stamp;
}

#endif
