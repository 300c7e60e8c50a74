// The peer of `cartographer import`. It imports the same file into the same tables with expat and SQLite's C
// interface, on one thread and in one transaction.
//
//   import FILE.gpx REFERENCE NEW
//
// REFERENCE is a store into which `cartographer import` has imported a small GPX file with one track. The
// tables, keys, indexes, triggers and pragmas of NEW are copied from it, so that this program always has
// the current schema. The few rows other than points (the path, the import record and the store's own rows)
// are copied too. The remaining columns of a point are those of the point of REFERENCE with the least
// preserved markup, like all points of a file except the first.
#include "sqlite_check.h"

#include <expat.h>
#include <fcntl.h>
#include <math.h>
#include <time.h>
#include <unistd.h>

enum { chunk = 1 << 20, longest_text = 4096, order_step = 1024 };

// Seconds between the epochs of Unix and of Foundation's reference date, 2001-01-01.
static const double reference_epoch = 978307200;

typedef struct {
  sqlite3 *database;
  sqlite3_stmt *insertion;
  XML_Parser parser;
  int key, latitude, longitude, elevation, timestamp, order, segment, heart;
  long long points;
  long long segments;
  int in_point;
  double elevation_value, time_value, heart_value;
  char text[longest_text];
  int length;
} Import;

// Parses a number. Up to 15 digits the result is exact, since the digits and the power of ten are both
// doubles (Clinger 1990, "How to read floating point numbers accurately"). Longer numbers are parsed by
// strtod.
static double parsed_number(const char *text) {
  static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char *next = text + (*text == '-');
  long long digits = 0;
  int count = 0, fraction = 0;
  for (; (*next >= '0' && *next <= '9') || (*next == '.' && !fraction); next++) {
    if (*next == '.') {
      fraction = ++count;
      continue;
    }
    digits = digits * 10 + (*next - '0');
    if (++count > 16) return strtod(text, NULL);
  }
  if (*next || count == 0) return strtod(text, NULL);
  double value = digits / powers[fraction ? count - fraction : 0];
  return *text == '-' ? -value : value;
}

static int two_digits(const char *text) { return (text[0] - '0') * 10 + text[1] - '0'; }

// Parses a time in UTC, written YYYY-MM-DDTHH:MM:SS with an optional fraction.
static double parsed_time(const char *text) {
  if (strlen(text) < 19) return NAN;
  int year = two_digits(text) * 100 + two_digits(text + 2), month = two_digits(text + 5);
  // Days from civil (Howard Hinnant, "chrono-compatible low-level date algorithms").
  year -= month <= 2;
  int era = year / 400;
  int year_of_era = year - era * 400;
  int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + two_digits(text + 8) - 1;
  long long days = era * 146097LL + year_of_era * 365 + year_of_era / 4 - year_of_era / 100
      + day_of_year - 719468;
  double fraction = text[19] == '.' ? strtod(text + 19, NULL) : 0;
  return days * 86400.0 + two_digits(text + 11) * 3600 + two_digits(text + 14) * 60
      + two_digits(text + 17) + fraction - reference_epoch;
}

static void bind(Import *import, int parameter, double value) {
  if (parameter == 0) return;
  if (isnan(value)) sqlite3_bind_null(import->insertion, parameter);
  else sqlite3_bind_double(import->insertion, parameter, value);
}

static void characters(void *context, const char *bytes, int count) {
  Import *import = context;
  if (import->length + count >= longest_text) return;
  memcpy(import->text + import->length, bytes, (size_t)count);
  import->length += count;
}

static void begin_element(void *context, const char *name, const char **attributes) {
  Import *import = context;
  if (import->in_point) {
    import->length = 0;
    XML_SetCharacterDataHandler(import->parser, characters);
  } else if (strcmp(name, "trkpt") == 0) {
    import->in_point = 1;
    import->elevation_value = import->time_value = import->heart_value = NAN;
    for (; *attributes; attributes += 2)
      bind(import, strcmp(attributes[0], "lat") == 0 ? import->latitude : import->longitude,
           parsed_number(attributes[1]));
  } else if (strcmp(name, "trkseg") == 0) {
    import->segments++;
  }
}

static void end_element(void *context, const char *name) {
  Import *import = context;
  if (!import->in_point) return;
  XML_SetCharacterDataHandler(import->parser, NULL);
  import->text[import->length] = 0;
  if (strcmp(name, "ele") == 0) {
    import->elevation_value = parsed_number(import->text);
  } else if (strcmp(name, "time") == 0) {
    import->time_value = parsed_time(import->text);
  } else if (strcmp(name, "gpxtpx:hr") == 0) {
    import->heart_value = parsed_number(import->text);
  } else if (strcmp(name, "trkpt") == 0) {
    import->points++;
    sqlite3_bind_int64(import->insertion, import->key, import->points);
    sqlite3_bind_int64(import->insertion, import->order, import->points * order_step);
    if (import->segment)
      sqlite3_bind_int64(import->insertion, import->segment, import->segments - 1);
    bind(import, import->elevation, import->elevation_value);
    bind(import, import->timestamp, import->time_value);
    bind(import, import->heart, import->heart_value);
    step(import->database, import->insertion);
    import->in_point = 0;
  }
}

// Gives `main` the pragmas, tables, indexes and triggers of the attached `reference`.
static void copy_schema(sqlite3 *database) {
  const char *names[] = {"page_size", "application_id", "user_version", "journal_mode"};
  for (int index = 0; index < 4; index++) {
    char *query = sqlite3_mprintf("PRAGMA reference.%s", names[index]);
    char *value = text(database, query);
    char *assignment = sqlite3_mprintf("PRAGMA main.%s = %s", names[index], value);
    run(database, assignment);
    sqlite3_free(query);
    sqlite3_free(assignment);
    free(value);
  }
  // An R*Tree, whose root page is 0, creates its own tables.
  sqlite3_stmt *objects = prepare(database,
      "SELECT sql FROM reference.sqlite_schema WHERE sql IS NOT NULL"
      " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
      " AND NOT (type = 'table' AND name GLOB '_sd_rtree_*' AND rootpage <> 0)"
      " ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, rowid");
  while (sqlite3_step(objects) == SQLITE_ROW)
    run(database, (const char *)sqlite3_column_text(objects, 0));
  sqlite3_finalize(objects);
}

// Copies all rows except those of Waypoint, and of the R*Trees, which triggers fill. Referenced tables come first: if SQLite copies a table page by
// page, it does not resolve deferred foreign keys of other tables that refer to it.
static void copy_rows_beside_points(sqlite3 *database) {
  sqlite3_stmt *tables = prepare(database,
      "SELECT name FROM reference.sqlite_schema WHERE type = 'table' AND name <> 'Waypoint'"
      " AND name NOT GLOB '_sd_rtree_*'"
      " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sql LIKE '%REFERENCES%', rowid");
  while (sqlite3_step(tables) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(tables, 0);
    char *sql = sqlite3_mprintf(
        "INSERT INTO main.\"%w\" SELECT * FROM reference.\"%w\"", name, name);
    run(database, sql);
    sqlite3_free(sql);
  }
  sqlite3_finalize(tables);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: import FILE.gpx REFERENCE NEW\n");
    return 64;
  }
  static Import import;
  if (sqlite3_open_v2(argv[3], &import.database,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)
      != SQLITE_OK)
    fail(import.database, argv[3]);
  sqlite3 *database = import.database;
  char *attachment = sqlite3_mprintf("ATTACH %Q AS reference", argv[2]);
  run(database, attachment);
  sqlite3_free(attachment);
  copy_schema(database);
  // The copied rows come in any order, so foreign keys are checked at the commit.
  run(database, "PRAGMA main.synchronous = FULL; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE;"
                " PRAGMA defer_foreign_keys = ON");
  copy_rows_beside_points(database);

  sqlite3_stmt *sample = prepare(database,
      "SELECT * FROM reference.Waypoint WHERE path IS NOT NULL"
      " ORDER BY length(kept), \"index\" LIMIT 1");
  if (sqlite3_step(sample) != SQLITE_ROW) {
    fprintf(stderr, "%s contains no path with points\n", argv[2]);
    return 1;
  }
  import.insertion = insertion_like(database, "Waypoint", sample);
  import.key = column(sample, "_sd_id");
  import.latitude = column(sample, "latitude");
  import.longitude = column(sample, "longitude");
  import.elevation = column(sample, "elevation");
  import.timestamp = column(sample, "timestamp");
  import.order = column(sample, "index");
  import.segment = column(sample, "segment");
  import.heart = column(sample, "heartRate");
  if (!import.key || !import.latitude || !import.longitude || !import.elevation
      || !import.timestamp || !import.order) {
    fprintf(stderr, "the table Waypoint of %s lacks columns of a waypoint\n", argv[2]);
    return 1;
  }

  import.parser = XML_ParserCreate(NULL);
  XML_SetUserData(import.parser, &import);
  XML_SetElementHandler(import.parser, begin_element, end_element);
  int file = open(argv[1], O_RDONLY);
  if (file < 0) {
    perror(argv[1]);
    return 66;
  }
  ssize_t count;
  do {
    void *buffer = XML_GetBuffer(import.parser, chunk);
    count = buffer ? read(file, buffer, chunk) : -1;
    if (count < 0 || XML_ParseBuffer(import.parser, (int)count, count == 0) != XML_STATUS_OK) {
      fprintf(stderr, "%s: %s\n", argv[1], XML_ErrorString(XML_GetErrorCode(import.parser)));
      return 65;
    }
  } while (count > 0);
  close(file);
  XML_ParserFree(import.parser);

  sqlite3_finalize(import.insertion);
  sqlite3_finalize(sample);
  run(database, "UPDATE main._sd_key SET next = 1 + (SELECT max(_sd_id) FROM main.Waypoint)"
                " WHERE entity = 'Waypoint'; COMMIT; DETACH reference");
  if (sqlite3_close(database) != SQLITE_OK) fail(database, "close");
  printf("%lld points\n", import.points);
  return 0;
}
