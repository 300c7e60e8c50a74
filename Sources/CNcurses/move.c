// Moves cells on the terminal and in the windows of ncursesw, which does not move parts of rows by itself.
#define _GNU_SOURCE
#include "CNcurses.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define CELL_LIMIT 4096

static char bytes[1 << 15];
static size_t length = 0;
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
  add(capability("sc"));
  add(capability("sgr0"));
}

static void end(void) {
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

// The text that moves the cursor down without moving it sideways, or NULL if the terminal has none.
static const char *cursor_down(void) {
  const char *text = capability("cud1");
  struct termios modes;
  bool is_line_feed = text != NULL && strcmp(text, "\n") == 0;
  if (is_line_feed && (tcgetattr(STDOUT_FILENO, &modes) != 0 || (modes.c_oflag & ONLCR))) return NULL;
  return text;
}

// Deletes or inserts cells at a column of each row. From row to row, moving the cursor down takes the fewest bytes.
static void edit_rows(const int *rows, int row_count, int column, const char *edit, int distance) {
  const char *down = cursor_down();
  for (int at = 0; at < row_count; at++) {
    if (at > 0 && rows[at] == rows[at - 1] + 1 && down != NULL) {
      add(down);
    } else {
      add(tiparm(capability("cup"), rows[at], column));
    }
    add(tiparm(capability(edit), distance));
  }
}

bool cn_shift(const int *rows, int row_count, int left, int columns, int count) {
  static const char *const needed[] = {"sc", "rc", "sgr0", "cup", "dch", "ich", NULL};
  int distance = abs(count);
  if (distance == 0 || distance >= columns || !has_all(needed)) return false;
  int kept = columns - distance;
  int free_column = count > 0 ? left + kept : left;
  begin();
  // Cells are deleted first, because inserting cells would push others beyond the end of the row.
  edit_rows(rows, row_count, count > 0 ? left : left + kept, "dch", distance);
  edit_rows(rows, row_count, free_column, "ich", distance);
  end();
  for (int at = 0; at < row_count; at++) {
    mvwin_wchnstr(stdscr, rows[at], count > 0 ? left + distance : left, cells, kept);
    put(rows[at], count > 0 ? left : left + distance, kept);
    fill_blank(distance);
    put(rows[at], free_column, distance);
  }
  return true;
}
