// Moves and draws cells past ncursesw, and tells its windows what the terminal shows afterwards.
//
// ncursesw does not move parts of rows. It also writes each of its cursor movements by a system call of its own, and
// draws unchanged blanks where moving the cursor would take fewer bytes.
#define _GNU_SOURCE
#include "CNcurses.h"
#include "internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define CELL_LIMIT 4096

static char bytes[1 << 16];
static size_t length = 0;
static cchar_t cells[CELL_LIMIT + 1];
// Whether the cursor and the attributes that ncurses believes the terminal to have are kept.
static bool is_begun = false;
// The cursor and the look of the next cell, since `begin`; a negative row is an unknown cursor.
static int at_row = -1;
static int at_column = 0;
static attr_t look_attributes = A_NORMAL;
static int look_pair = 0;
// The sequence that moves the cursor down without moving it sideways, or NULL if the terminal has none.
static const char *down = NULL;
// False until ncurses has cleared the screen, which it does when it draws next.
static bool is_allowed = false;

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

// Ends all attributes. The character set, which sgr0 of many terminals also ends, is never another one.
static void reset_look(void) {
  const char *text = capability("sgr0");
  add(text != NULL && strcmp(text, "\033(B\033[m") == 0 ? "\033[m" : text);
  look_attributes = A_NORMAL;
  look_pair = 0;
}

// The text that moves the cursor down without moving it sideways, or NULL if the terminal has none.
static const char *cursor_down(void) {
  const char *text = capability("cud1");
  struct termios modes;
  bool is_line_feed = text != NULL && strcmp(text, "\n") == 0;
  if (is_line_feed && (tcgetattr(STDOUT_FILENO, &modes) != 0 || (modes.c_oflag & ONLCR))) return NULL;
  return text;
}

static void begin(void) {
  if (is_begun) return;
  is_begun = true;
  add(capability("sc"));
  reset_look();
  at_row = -1;
  down = cursor_down();
}

void cn_direct_flush(void) {
  if (!is_begun) return;
  is_begun = false;
  add(capability("rc"));
  cn_write(bytes, (int)length);
  length = 0;
}

void cn_direct_allow(bool allowed) { is_allowed = allowed; }

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
  at_row = -1;
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

// Deletes or inserts cells at a column of each row. From row to row, moving the cursor down takes the fewest bytes.
static void edit_rows(const int *rows, int row_count, int column, const char *edit, int distance) {
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
  at_row = -1;
  for (int at = 0; at < row_count; at++) {
    mvwin_wchnstr(stdscr, rows[at], count > 0 ? left + distance : left, cells, kept);
    put(rows[at], count > 0 ? left : left + distance, kept);
    fill_blank(distance);
    put(rows[at], free_column, distance);
  }
  return true;
}

// Whether cells can be drawn on this terminal without ncurses.
static bool can_draw(void) {
  static const char *const needed[] = {"sc", "rc", "sgr0", "cup", NULL};
  static const char *const needed_for_colours[] = {"setaf", "op", NULL};
  if (COLORS > 0 && !has_all(needed_for_colours)) return false;
  // Without this glitch, a character in the last cell scrolls the screen. With no_color_video, attributes and colours
  // exclude each other.
  bool is_margin_safe = tigetflag("am") <= 0 || tigetflag("xenl") > 0;
  return is_allowed && is_margin_safe && tigetnum("ncv") <= 0 && has_all(needed);
}

static void move_to(int row, int column) {
  if (row == at_row && column == at_column) return;
  // Moving down and then to a column takes fewer bytes than moving to a position.
  if (at_row >= 0 && row == at_row + 1 && down != NULL && capability("hpa") != NULL) {
    add(down);
    if (column != at_column) add(tiparm(capability("hpa"), column));
    at_row = row;
    at_column = column;
    return;
  }
  const char *right = row == at_row && column == at_column + 1 ? capability("cuf1") : NULL;
  if (right == NULL && row == at_row && column > at_column && capability("cuf") != NULL)
    right = tiparm(capability("cuf"), column - at_column);
  add(right != NULL ? right : tiparm(capability("cup"), row, column));
  at_row = row;
  at_column = column;
}

// The sequence that sets a foreground colour.
static const char *colour(int number) {
  static char known[256][24];
  if (number < 0 || number >= 256) return tiparm(capability("setaf"), number);
  if (known[number][0] == 0) {
    const char *text = tiparm(capability("setaf"), number);
    if (strlen(text) >= sizeof known[number]) return text;
    strcpy(known[number], text);
  }
  return known[number];
}

static void set_look(attr_t attributes, int pair) {
  static const struct {
    attr_t attribute;
    const char *name;
  } names[] = {{A_BOLD, "bold"}, {A_DIM, "dim"}, {A_UNDERLINE, "smul"}, {A_REVERSE, "rev"}};
  if (attributes == look_attributes && pair == look_pair) return;
  bool ends = (look_attributes & ~attributes) != 0 || (pair == 0 && look_pair != 0);
  if (ends) reset_look();
  for (size_t at = 0; at < sizeof names / sizeof names[0]; at++)
    if (attributes & ~look_attributes & names[at].attribute) add(capability(names[at].name));
  // The number of a pair is that of its foreground colour plus one.
  if (pair != look_pair) add(colour(pair - 1));
  look_attributes = attributes;
  look_pair = pair;
}

static void add_characters(const wchar_t *text) {
  mbstate_t state = {0};
  for (; *text != 0; text++) {
    char character[MB_LEN_MAX + 1];
    size_t count = wcrtomb(character, *text, &state);
    if (count == (size_t)-1) continue;
    character[count] = 0;
    add(character);
  }
}

bool cn_direct_run(int row, int column, const cchar_t *run, int count) {
  if (!can_draw()) return false;
  begin();
  move_to(row, column);
  for (int at = 0; at < count; at++) {
    wchar_t text[CCHARW_MAX + 1] = {0};
    attr_t attributes = A_NORMAL;
    short short_pair = 0;
    int pair = 0;
    getcchar(&run[at], text, &attributes, &short_pair, &pair);
    set_look(attributes & (A_BOLD | A_DIM | A_UNDERLINE | A_REVERSE), pair);
    add_characters(text);
    at_column += wcwidth(text[0]);
  }
  // After the last column, the cursor may be in that column or beyond it.
  if (at_column >= COLS) at_row = -1;
  mvwadd_wchnstr(stdscr, row, column, run, count);
  mvwadd_wchnstr(curscr, row, column, run, count);
  return true;
}
