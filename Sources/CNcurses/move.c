// Moves cells on the terminal and in the windows of ncursesw, which does not move parts of rows by itself.
#define _GNU_SOURCE
#include "CNcurses.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define CELL_LIMIT 4096

static char bytes[1 << 15];
static size_t length = 0;
static bool is_moving = false;
static cchar_t cells[CELL_LIMIT + 1];

// The capability, or NULL if the terminal lacks it or needs pauses, which only tputs can make.
static const char *capability(const char *name) {
  char *text = tigetstr(name);
  if (text == NULL || text == (char *)-1 || *text == 0 || strstr(text, "$<") != NULL) return NULL;
  return text;
}

static void add(const char *text) {
  size_t count = text == NULL ? 0 : strlen(text);
  if (count > sizeof bytes - length) {
    cn_write(bytes, (int)length);
    length = 0;
  }
  memcpy(bytes + length, text, count);
  length += count;
}

// Keeps the cursor and the attributes that ncurses believes the terminal to have.
static void begin(void) {
  if (is_moving) return;
  is_moving = true;
  add(capability("sc"));
  add(capability("sgr0"));
}

static void end(void) {
  if (!is_moving) return;
  is_moving = false;
  add(capability("rc"));
  cn_write(bytes, (int)length);
  length = 0;
}

static bool has_all(const char *const *names) {
  if (!cn_restore_is_armed() || COLS > CELL_LIMIT) return false;
  for (; *names != NULL; names++)
    if (capability(*names) == NULL) return false;
  return true;
}

// Fills the first cells with blanks.
static void fill_blank(int count) {
  const wchar_t space[2] = {L' ', 0};
  for (int at = 0; at < count; at++) setcchar(&cells[at], space, A_NORMAL, 0, NULL);
}

// curscr is what ncurses believes the terminal to show.
static void put(int row, int column, int count) {
  mvwadd_wchnstr(stdscr, row, column, cells, count);
  mvwadd_wchnstr(curscr, row, column, cells, count);
}

bool cn_scroll(int top, int count, int rows) {
  static const char *const needed[] = {"sc", "rc", "sgr0", "csr", "indn", "rin", NULL};
  int distance = abs(rows);
  if (distance == 0 || distance >= count || !has_all(needed)) return false;
  begin();
  add(tiparm(capability("csr"), top, top + count - 1));
  add(tiparm(capability(rows > 0 ? "indn" : "rin"), distance));
  add(tiparm(capability("csr"), 0, LINES - 1));
  end();
  for (int step = 0; step < count; step++) {
    int row = rows > 0 ? top + step : top + count - 1 - step;
    int source = row + rows;
    if (source >= top && source < top + count) {
      mvwin_wchnstr(stdscr, source, 0, cells, COLS);
      put(row, 0, -1);
    } else {
      fill_blank(COLS);
      put(row, 0, COLS);
    }
  }
  return true;
}

bool cn_can_shift(void) {
  static const char *const needed[] = {"sc", "rc", "sgr0", "cup", "dch", "ich", NULL};
  return has_all(needed);
}

void cn_shift(int row, int left, int columns, int count) {
  int distance = abs(count);
  if (distance == 0 || distance >= columns) return;
  int free_column = count > 0 ? left + columns - distance : left;
  begin();
  add(tiparm(capability("cup"), row, count > 0 ? left : left + columns - distance));
  add(tiparm(capability("dch"), distance));
  add(tiparm(capability("cup"), row, free_column));
  add(tiparm(capability("ich"), distance));
  int kept = columns - distance;
  mvwin_wchnstr(stdscr, row, count > 0 ? left + distance : left, cells, kept);
  put(row, count > 0 ? left : left + distance, kept);
  fill_blank(distance);
  put(row, free_column, distance);
}

void cn_shift_end(void) { end(); }
