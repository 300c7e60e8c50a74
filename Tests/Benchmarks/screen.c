// Runs a program in a separate terminal, types keys and measures when its frames are complete.
//
//   screen SCRIPT PROGRAM [ARGUMENT...]
//
// The terminal is a pty of 120 columns and 40 rows. The script has one line per step. Text is literal, except
// for the escapes \e (Escape), \r, \t, \xHH and \\:
//
//   size COLUMNS LINES  sets the size of the terminal; only as the first line
//   first LABEL TEXT    prints LABEL and the milliseconds from exec to the last byte of the first
//                       frame after which TEXT and dots of a map were received
//   idle MILLISECONDS   waits until nothing was received for this time
//   silence MICROSECONDS  sets the pause after which a frame is complete (default: 10000)
//   key TEXT            types the text and waits for its frame
//   keys NAME TEXT...   types each text, waits for its frame and records the times under the name
//   times LABEL NAME    prints LABEL, the 50th and 99th percentiles, the maximum and the number of the
//                       times recorded under the name, the number of keys that drew nothing, and the
//                       mean number of bytes that a key's frame sent to the terminal
//   until LABEL TEXT    prints LABEL and the milliseconds from the last key, or from exec, to the last
//                       byte of the frame that contains TEXT
//   shows TEXT          ends with 1 unless TEXT was received since the last key
//   repeat COUNT        repeats the lines up to `end`
//   memory LABEL        prints LABEL and the program's peak of resident memory in KiB
//
// The time of a frame is that of its last byte: after it, nothing is received during the pause. A key without
// output within a quarter of a second has no frame.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_LIMIT = 1 << 16, NAMES = 8, TIMES = 1 << 16 };

static int terminal = -1;
static pid_t child = -1;
static double started, typed, last_byte;
static double silence = 0.010;
// The output since the last key, in which texts are searched.
static char *seen;
static size_t seen_length, seen_room;

static struct {
  char name[32];
  double times[TIMES];
  int count, blank;
  long bytes;
} kept[NAMES];

static void fail(const char *what, const char *text) {
  fprintf(stderr, "screen: %s%s%s\n", what, text ? ": " : "", text ? text : "");
  if (seen_length > 0) fwrite(seen, 1, seen_length, stderr);
  if (child > 0) kill(child, SIGKILL);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static void remember(const char *bytes, size_t count) {
  if (seen_length + count > seen_room) {
    seen_room = (seen_length + count) * 2;
    seen = realloc(seen, seen_room);
    if (!seen) fail("out of memory", NULL);
  }
  memcpy(seen + seen_length, bytes, count);
  seen_length += count;
}

// Reads the output of the next seconds. Returns false if there was none.
static bool read_some(double seconds) {
  struct pollfd ready = {terminal, POLLIN, 0};
  struct timespec wait = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
  int count = ppoll(&ready, 1, &wait, NULL);
  if (count < 0 && errno != EINTR) fail("poll", strerror(errno));
  if (count <= 0) return false;
  char bytes[65536];
  ssize_t got = read(terminal, bytes, sizeof bytes);
  if (got <= 0) fail("the program ended early", NULL);
  last_byte = now();
  remember(bytes, (size_t)got);
  return true;
}

static void forget(void) { seen_length = 0; }

// Returns whether the output since the last key contains a text.
static bool has(const char *text) { return memmem(seen, seen_length, text, strlen(text)) != NULL; }

static bool has_dots(void) {
  for (size_t at = 0; at + 2 < seen_length; at++)
    if ((unsigned char)seen[at] == 0xE2 && (unsigned char)seen[at + 1] >= 0xA0 &&
        (unsigned char)seen[at + 1] <= 0xA3)
      return true;
  return false;
}

// Waits for a complete frame. Returns false if none came.
static bool frame(double patience) {
  if (!read_some(patience)) return false;
  while (read_some(silence)) {
  }
  return true;
}

static void type(const char *bytes) {
  forget();
  typed = now();
  size_t length = strlen(bytes);
  while (length > 0) {
    ssize_t written = write(terminal, bytes, length);
    if (written < 0 && errno != EINTR) fail("write", strerror(errno));
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    }
  }
}

// Replaces escapes such as \e in place.
static char *unescaped(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++) {
    if (*from != '\\' || !from[1]) {
      *to++ = *from;
      continue;
    }
    from++;
    unsigned code;
    if (*from == 'x' && sscanf(from + 1, "%2x", &code) == 1) {
      *to++ = (char)code;
      from += 2;
    } else {
      *to++ = *from == 'e' ? '\033' : *from == 'r' ? '\r' : *from == 't' ? '\t' : *from;
    }
  }
  *to = 0;
  return text;
}

static int named(const char *name) {
  for (int at = 0; at < NAMES; at++) {
    if (!kept[at].name[0]) snprintf(kept[at].name, sizeof kept[at].name, "%s", name);
    if (strcmp(kept[at].name, name) == 0) return at;
  }
  fail("too many names", name);
  return 0;
}

static void keys(char *arguments) {
  char *rest = NULL;
  char *name = strtok_r(arguments, " ", &rest);
  if (!name) fail("keys needs a name", NULL);
  int at = named(name);
  for (char *text; (text = strtok_r(NULL, " ", &rest));) {
    type(unescaped(text));
    if (!frame(0.25)) {
      kept[at].blank++;
    } else if (kept[at].count < TIMES) {
      kept[at].times[kept[at].count++] = last_byte - typed;
      kept[at].bytes += (long)seen_length;
    }
  }
}

static int by_value(const void *one, const void *other) {
  double first = *(const double *)one, second = *(const double *)other;
  return (first > second) - (first < second);
}

static void times(const char *label, const char *name) {
  int at = named(name), count = kept[at].count;
  if (count == 0) fail("no key drew anything", name);
  qsort(kept[at].times, (size_t)count, sizeof(double), by_value);
  double *sorted = kept[at].times;
  printf("%s %.3f %.3f %.3f %d %d %ld\n", label, sorted[(count * 50 + 99) / 100 - 1] * 1e3,
         sorted[(count * 99 + 99) / 100 - 1] * 1e3, sorted[count - 1] * 1e3, count, kept[at].blank,
         kept[at].bytes / count);
}

static void memory(const char *label) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", (int)child);
  FILE *status = fopen(path, "r");
  if (!status) fail(path, strerror(errno));
  while (fgets(line, sizeof line, status)) {
    long peak;
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) printf("%s %ld\n", label, peak);
  }
  fclose(status);
}

static void first(const char *label, const char *text) {
  while (!has(text) || !has_dots()) {
    if (!frame(30)) fail("the program never showed the text", text);
  }
  printf("%s %.3f\n", label, (last_byte - started) * 1e3);
}

static void until(const char *label, const char *text) {
  while (!has(text)) {
    if (!frame(60)) fail("the program never showed the text", text);
  }
  printf("%s %.3f\n", label, (last_byte - typed) * 1e3);
}

static void start(char **arguments, int columns, int lines) {
  struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
  started = typed = now();
  child = forkpty(&terminal, NULL, NULL, &size);
  if (child < 0) fail("forkpty", strerror(errno));
  if (child == 0) {
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("COLUMNS");
    unsetenv("LINES");
    execvp(arguments[0], arguments);
    perror(arguments[0]);
    _exit(127);
  }
}

static char *lines[1 << 12];
static int line_count;

static void perform(int from, int to);

static void step(char *line) {
  char *word = strsep(&line, " ");
  char *text = line ? line : "";
  if (strcmp(word, "keys") == 0) {
    keys(text);
  } else if (strcmp(word, "key") == 0) {
    type(unescaped(text));
    frame(0.25);
  } else if (strcmp(word, "idle") == 0) {
    while (read_some(atof(text) / 1e3)) {
    }
  } else if (strcmp(word, "silence") == 0) {
    silence = atof(text) / 1e6;
  } else if (strcmp(word, "shows") == 0) {
    if (!has(text)) fail("the program does not show the text", text);
  } else {
    char *label = strsep(&text, " ");
    if (strcmp(word, "memory") == 0) {
      memory(label);
    } else if (!text) {
      fail("unknown step", word);
    } else if (strcmp(word, "first") == 0) {
      first(label, text);
    } else if (strcmp(word, "until") == 0) {
      until(label, text);
    } else if (strcmp(word, "times") == 0) {
      times(label, text);
    } else {
      fail("unknown step", word);
    }
  }
}

static void perform(int from, int to) {
  for (int at = from; at < to; at++) {
    if (strncmp(lines[at], "repeat ", 7) == 0) {
      int end = at + 1;
      while (end < to && strcmp(lines[end], "end") != 0) end++;
      for (int round = atoi(lines[at] + 7); round > 0; round--) perform(at + 1, end);
      at = end;
      continue;
    }
    char copy[LINE_LIMIT];
    snprintf(copy, sizeof copy, "%s", lines[at]);
    step(copy);
  }
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: screen SCRIPT PROGRAM [ARGUMENT...]\n");
    return 64;
  }
  FILE *script = fopen(argv[1], "r");
  if (!script) {
    perror(argv[1]);
    return 66;
  }
  static char line[LINE_LIMIT];
  while (fgets(line, sizeof line, script) && line_count < 1 << 12) {
    line[strcspn(line, "\n")] = 0;
    if (line[0] && line[0] != '#') lines[line_count++] = strdup(line);
  }
  fclose(script);
  int columns = 120, rows = 40, from = 0;
  if (line_count > 0 && sscanf(lines[0], "size %d %d", &columns, &rows) == 2) from = 1;
  start(argv + 2, columns, rows);
  perform(from, line_count);
  kill(child, SIGTERM);
  // The program restores the terminal and would block if its output were not read.
  for (double end = now() + 10; now() < end;) {
    char bytes[4096];
    struct pollfd ready = {terminal, POLLIN, 0};
    if (poll(&ready, 1, 100) > 0 && read(terminal, bytes, sizeof bytes) <= 0) break;
  }
  int status = 0;
  if (waitpid(child, &status, WNOHANG) == 0) {
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  return 0;
}
