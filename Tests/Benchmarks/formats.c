// Writes the walk of generate.c, with the same points, in another format. The same seed gives the same file.
//
//   formats POINTS SEED fit|geojson|kml|tcx|csv|nmea|igc > FILE
//
// Each point has an elevation and a time. In FIT, GeoJSON, KML, TCX and CSV, it also has a heart rate, in NMEA the
// quality of the position, and in IGC the pressure altitude. GeoJSON and KML have one line with all positions, and
// separate lists of times and heart rates.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

static long points;
static uint64_t seed;

static struct walk start(void) {
  walk_state = seed;
  return walk_from(46.5, 7.9, 1782972131, 1);  // 2026-07-02T06:02:11Z
}

// Writes one value of every point.
static void list(void (*write)(const struct walk *walk)) {
  struct walk walk = start();
  for (long point = 0; point < points; point++) {
    walk_on(&walk);
    write(&walk);
  }
}

// The values of a JSON array follow each other with commas.
static void comma(const struct walk *walk) {
  if (walk->point > 0) putchar(',');
}

static void json_time(const struct walk *walk) {
  comma(walk);
  printf("\"%s\"", walk_time(walk));
}

static void json_heart(const struct walk *walk) {
  comma(walk);
  printf("%d", (int)walk->heart);
}

static void json_position(const struct walk *walk) {
  comma(walk);
  printf("[%.7f,%.7f,%.1f]", walk->longitude, walk->latitude, walk->elevation);
}

static void geojson(void) {
  printf("{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"properties\":"
         "{\"name\":\"A long walk\",\"coordinateProperties\":{\"times\":[");
  list(json_time);
  printf("],\"heart\":[");
  list(json_heart);
  printf("]}},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[");
  list(json_position);
  puts("]}}\n]}");
}

static void kml_time(const struct walk *walk) { printf("<when>%s</when>\n", walk_time(walk)); }

static void kml_position(const struct walk *walk) {
  printf("<gx:coord>%.7f %.7f %.1f</gx:coord>\n", walk->longitude, walk->latitude,
         walk->elevation);
}

static void kml_heart(const struct walk *walk) {
  printf("<gx:value>%d</gx:value>\n", (int)walk->heart);
}

static void kml(void) {
  puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       "<kml xmlns=\"http://www.opengis.net/kml/2.2\" xmlns:gx=\"http://www.google.com/kml/ext/2.2\">\n"
       "<Document>\n<Schema id=\"schema\"><gx:SimpleArrayField name=\"heartrate\" type=\"int\">"
       "<displayName>Heart Rate</displayName></gx:SimpleArrayField></Schema>\n"
       "<Placemark><name>A long walk</name>\n<gx:Track><altitudeMode>absolute</altitudeMode>");
  list(kml_time);
  list(kml_position);
  puts("<ExtendedData><SchemaData schemaUrl=\"#schema\"><gx:SimpleArrayData name=\"heartrate\">");
  list(kml_heart);
  puts("</gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track>\n</Placemark>\n</Document>\n</kml>");
}

static void tcx_point(const struct walk *walk) {
  printf("<Trackpoint><Time>%s</Time><Position><LatitudeDegrees>%.7f</LatitudeDegrees>"
         "<LongitudeDegrees>%.7f</LongitudeDegrees></Position>\n"
         "<AltitudeMeters>%.1f</AltitudeMeters><HeartRateBpm><Value>%d</Value></HeartRateBpm>"
         "</Trackpoint>\n",
         walk_time(walk), walk->latitude, walk->longitude, walk->elevation, (int)walk->heart);
}

static void tcx(void) {
  struct walk walk = start();
  walk_on(&walk);
  const char *time = walk_time(&walk);
  printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TrainingCenterDatabase"
         " xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">\n"
         "<Activities><Activity Sport=\"Running\"><Id>%s</Id>\n<Lap StartTime=\"%s\">"
         "<TotalTimeSeconds>1</TotalTimeSeconds><DistanceMeters>1</DistanceMeters>"
         "<Calories>1</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>"
         "<Track>\n", time, time);
  list(tcx_point);
  puts("</Track></Lap></Activity></Activities>\n</TrainingCenterDatabase>");
}

static void csv_row(const struct walk *walk) {
  printf("%.7f,%.7f,%.1f,%s,%d\n", walk->latitude, walk->longitude, walk->elevation,
         walk_time(walk), (int)walk->heart);
}

static void csv(void) {
  puts("latitude,longitude,elevation,time,heart rate");
  list(csv_row);
}

// Writes a sentence with its checksum.
static void sentence(const char *text) {
  unsigned sum = 0;
  for (const char *next = text; *next; next++) sum ^= (unsigned char)*next;
  printf("$%s*%02X\r\n", text, sum);
}

// Degrees and minutes, with five digits after the decimal point of the minutes.
static void angle(char *text, size_t size, double degrees, int digits) {
  long units = lround(fabs(degrees) * 60e5);
  snprintf(text, size, "%0*ld%02ld.%05ld", digits, units / 6000000, units / 100000 % 60,
           units % 100000);
}

static void nmea_point(const struct walk *walk) {
  struct tm parts;
  gmtime_r(&walk->clock, &parts);
  char time[16], date[16], north[32], east[32], text[160];
  strftime(time, sizeof time, "%H%M%S.00", &parts);
  strftime(date, sizeof date, "%d%m%y", &parts);
  angle(north, sizeof north, walk->latitude, 2);
  angle(east, sizeof east, walk->longitude, 3);
  snprintf(text, sizeof text, "GPGGA,%s,%s,N,%s,E,1,08,1.0,%.1f,M,47.0,M,,", time, north, east,
           walk->elevation);
  sentence(text);
  snprintf(text, sizeof text, "GPRMC,%s,A,%s,N,%s,E,,,%s,,,A", time, north, east, date);
  sentence(text);
}

static void nmea(void) { list(nmea_point); }

static void igc_point(const struct walk *walk) {
  struct tm parts;
  gmtime_r(&walk->clock, &parts);
  char time[16];
  strftime(time, sizeof time, "%H%M%S", &parts);
  long north = lround(walk->latitude * 60e3), east = lround(walk->longitude * 60e3);
  int height = (int)walk->elevation;
  printf("B%s%02ld%05ldN%03ld%05ldEA%05d%05d\r\n", time, north / 60000, north % 60000,
         east / 60000, east % 60000, height, height);
}

static void igc(void) {
  puts("AXXXbench\r\nHFDTE020726\r\nHFPLTPILOT:Nobody\r");
  list(igc_point);
}

static unsigned char *bytes;
static size_t length;

static void put(uint64_t value, int size) {
  for (int index = 0; index < size; index++) bytes[length++] = (unsigned char)(value >> (8 * index));
}

// The checksum of FIT, as in the documentation of the protocol.
static uint16_t checksum(size_t begin, size_t end) {
  static const uint16_t table[16] = {0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
                                     0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400};
  uint16_t sum = 0;
  for (size_t index = begin; index < end; index++) {
    sum = (uint16_t)((sum >> 4) ^ table[sum & 15] ^ table[bytes[index] & 15]);
    sum = (uint16_t)((sum >> 4) ^ table[sum & 15] ^ table[bytes[index] >> 4]);
  }
  return sum;
}

// Writes the definition of a message, from triples of field number, size and base type.
static void define(int local, int kind, int count, const unsigned char (*fields)[3]) {
  put(0x40 | local, 1);
  put(0, 2);  // reserved; little-endian
  put(kind, 2);
  put(count, 1);
  for (int field = 0; field < count; field++)
    for (int part = 0; part < 3; part++) put(fields[field][part], 1);
}

static uint32_t fit_time(const struct walk *walk) { return (uint32_t)(walk->clock - 631065600); }

static uint32_t semicircles(double degrees) { return (uint32_t)lround(degrees * 0x1p31 / 180); }

static void fit_point(const struct walk *walk) {
  put(1, 1);
  put(fit_time(walk), 4);
  put(semicircles(walk->latitude), 4);
  put(semicircles(walk->longitude), 4);
  put((uint64_t)lround((walk->elevation + 500) * 5), 2);
  put((uint64_t)walk->heart, 1);
}

static void fit(void) {
  enum { header = 14, enumeration = 0x00, uint8 = 0x02, uint16 = 0x84, int32 = 0x85, uint32 = 0x86 };
  bytes = malloc(200 + 16 * (size_t)points);
  if (!bytes) exit(1);
  length = header;
  struct walk walk = start();
  define(0, 0, 4, (const unsigned char[][3]){  // file_id: activity, Garmin, Edge 530
                      {0, 1, enumeration}, {1, 2, uint16}, {2, 2, uint16}, {4, 4, uint32}});
  put(0, 1), put(4, 1), put(1, 2), put(3121, 2), put(fit_time(&walk), 4);
  define(1, 20, 5, (const unsigned char[][3]){  // record
                       {253, 4, uint32}, {0, 4, int32}, {1, 4, int32}, {2, 2, uint16}, {3, 1, uint8}});
  uint32_t begin = fit_time(&walk);
  list(fit_point);
  define(2, 18, 3, (const unsigned char[][3]){  // session: hiking
                       {253, 4, uint32}, {2, 4, uint32}, {5, 1, enumeration}});
  put(2, 1), put(begin + (uint32_t)(points * 2), 4), put(begin, 4), put(17, 1);
  size_t end = length;
  length = 0;
  put(header, 1), put(0x20, 1), put(2132, 2), put(end - header, 4);
  memcpy(bytes + 8, ".FIT", 4);
  length = 12;
  put(checksum(0, 12), 2);
  length = end;
  put(checksum(0, end), 2);
  fwrite(bytes, 1, length, stdout);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*write)(void);
  } formats[] = {{"fit", fit}, {"geojson", geojson}, {"kml", kml}, {"tcx", tcx},
                 {"csv", csv}, {"nmea", nmea}, {"igc", igc}};
  if (argc == 4) {
    points = atol(argv[1]);
    seed = strtoull(argv[2], NULL, 10);
    for (size_t index = 0; index < sizeof formats / sizeof *formats; index++) {
      if (strcmp(argv[3], formats[index].name) != 0) continue;
      formats[index].write();
      return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
    }
  }
  fprintf(stderr, "usage: formats POINTS SEED fit|geojson|kml|tcx|csv|nmea|igc\n");
  return 64;
}
