// The terminal, as little of ncursesw as the program needs.
//
// All functions but cn_wake are called from one thread. Rows and columns count from 0.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Results of cn_check and cn_start.
static const int CN_STARTED = 0;
static const int CN_NOT_A_TERMINAL = 1;
static const int CN_UNKNOWN_TERMINAL = 2;     // no terminfo entry
static const int CN_UNSUITABLE_TERMINAL = 3;  // an entry without cursor movement

// Kinds of event.
static const int CN_NOTHING = 0;
static const int CN_CHARACTER = 1;  // code: a Unicode scalar, or a control character
static const int CN_KEY = 2;        // code: one of CN_KEY_…, modifiers
static const int CN_MOUSE = 3;      // code: the SGR button number without modifiers; released
static const int CN_PASTE_BEGIN = 4;
static const int CN_PASTE_END = 5;
static const int CN_FOCUS_IN = 6;
static const int CN_FOCUS_OUT = 7;
static const int CN_RESIZED = 8;
static const int CN_WOKEN = 9;
static const int CN_CONTINUED = 10;     // stopped from outside, and going on
static const int CN_STOP_ASKED = 11;    // SIGTSTP from outside
static const int CN_END_ASKED = 12;     // SIGTERM, SIGHUP, SIGINT, or the terminal went away

// Keys; function key n is CN_KEY_FUNCTION + n.
static const int CN_KEY_UP = 0;
static const int CN_KEY_DOWN = 1;
static const int CN_KEY_RIGHT = 2;
static const int CN_KEY_LEFT = 3;
static const int CN_KEY_HOME = 4;
static const int CN_KEY_END = 5;
static const int CN_KEY_INSERT = 6;
static const int CN_KEY_DELETE = 7;
static const int CN_KEY_PAGE_UP = 8;
static const int CN_KEY_PAGE_DOWN = 9;
static const int CN_KEY_BACK_TAB = 10;
static const int CN_KEY_BACKSPACE = 11;
static const int CN_KEY_ENTER = 12;
static const int CN_KEY_FUNCTION = 100;

// Modifiers of keys, as xterm counts them, and of the mouse, made equal to those.
static const int CN_SHIFT = 1;
static const int CN_ALT = 2;
static const int CN_CONTROL = 4;

// Attributes of a cell.
static const unsigned CN_BOLD = 1;
static const unsigned CN_DIM = 2;
static const unsigned CN_UNDERLINE = 4;
static const unsigned CN_REVERSE = 8;

typedef struct {
  int kind;
  uint32_t code;
  int modifiers;
  int column;
  int row;
  bool released;
} cn_event;

// The version of ncurses in use.
const char *cn_version(void);

// Checks whether cn_start can succeed, without writing to the terminal.
int cn_check(void);

// Takes the terminal over: alternate screen, raw keys, mouse, bracketed paste; from now on it is
// given back on any end of the process; after SIGKILL by a second one, which waits for that. Standard
// error is kept aside, where it is a terminal, and printed when the terminal is given back.
int cn_start(void);

// Gives the terminal back. Does nothing when it was not taken.
void cn_stop(void);

int cn_columns(void);
int cn_rows(void);
int cn_colours(void);
// Whether the locale, or C.UTF-8 in its place, takes characters outside ASCII.
bool cn_is_utf8(void);

// Cells of one row: begin, append from left to right, end. `width` is what the caller counts for
// the character; where the C library disagrees, something of that width is drawn in its place.
void cn_run_begin(int row, int column);
void cn_run_append(const uint32_t *scalars, int count, int width, unsigned attributes, int colour);
void cn_run_end(void);

// Moves cells that the terminal shows, without drawing them again. The free cells become blank.
//
// cn_scroll moves all columns of `count` rows up by `rows`, or down if it is negative. cn_shift moves the cells between
// two columns of the given rows, in ascending order, to the left by `count`, or to the right if it is negative. Both
// return false, and move nothing, if the terminal cannot do it.
bool cn_scroll(int top, int count, int rows);
bool cn_shift(const int *_Nonnull rows, int row_count, int left, int columns, int count);

// Sends what changed to the terminal, cursor last; a negative row hides it.
void cn_flush(int cursor_row, int cursor_column);
void cn_repaint(void);

// Waits up to `milliseconds` (negative: for ever) for an event.
void cn_next_event(int milliseconds, cn_event *event);
// From any thread, and from a signal handler.
void cn_wake(void);

void cn_set_mouse(bool on);
// Writes bytes to the terminal past ncurses.
void cn_write(const char *bytes, int count);

// Stops the process group as ctrl-z does; returns when it goes on.
void cn_suspend(void);
// Takes the terminal again after CN_CONTINUED, since a shell has used it in between.
void cn_reenter(void);
// Runs a program with the terminal as it was; its wait status, or -1 with `error` set to an errno.
int cn_run(char *_Nullable const *_Nonnull arguments, int *error);

#pragma clang assume_nonnull end
