// The screen, by ncursesw.
#define _GNU_SOURCE
#include "CNcurses.h"
#include "internal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

extern char **environ;

#define RUN_LIMIT 4096
#define COLOUR_LIMIT 256

static SCREEN *screen = NULL;
static bool is_on = false;
static bool is_utf8 = false;
static bool mouse_is_on = true;
static bool has_cursor = true;
static cchar_t run[RUN_LIMIT];
static int run_length = 0;
static int run_row = 0;
static int run_column = 0;

// Every write of a mode has its counterpart in restore.c.
static void write_modes(bool on) {
  const char *modes = on ? "\033[?2004h\033[?1004h" : "\033[?1004l\033[?2004l";
  cn_write(modes, (int)strlen(modes));
  const char *mouse = on && mouse_is_on ? "\033[?1000h\033[?1002h\033[?1006h"
                                        : "\033[?1002l\033[?1000l\033[?1006l";
  cn_write(mouse, (int)strlen(mouse));
}

static void choose_encoding(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) {
    is_utf8 = true;
    return;
  }
  // An explicit other encoding is believed; the bare C locale of a bare machine is not a choice.
  const char *name = setlocale(LC_CTYPE, NULL);
  bool is_plain = name == NULL || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
  const char *asked = getenv("LC_ALL");
  if (asked == NULL || *asked == 0) asked = getenv("LC_CTYPE");
  if (asked == NULL || *asked == 0) asked = getenv("LANG");
  bool asked_for_plain = asked != NULL && (strcmp(asked, "C") == 0 || strcmp(asked, "POSIX") == 0);
  is_utf8 = is_plain && !asked_for_plain && setlocale(LC_CTYPE, "C.UTF-8") != NULL &&
            strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void define_colours(void) {
  if (!has_colors() || start_color() == ERR) return;
  short background = use_default_colors() == OK ? -1 : COLOR_BLACK;
  for (int colour = 0; colour < COLORS && colour < COLOUR_LIMIT; colour++) {
    if (colour + 1 < COLOR_PAIRS) init_extended_pair(colour + 1, colour, background);
  }
}

// A handler on a stack of its own can also report that the thread's stack is full.
static void give_signal_stack(void) {
  static char memory[64 * 1024];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  sigaltstack(&stack, NULL);
}

const char *cn_version(void) { return curses_version(); }

int cn_start(void) {
  if (is_on) return CN_STARTED;
  int check = cn_check();
  if (check != CN_STARTED) return check;
  choose_encoding();
  if (!cn_signals_open()) return CN_NOT_A_TERMINAL;
  cn_restore_remember();
  // Before ncurses, which installs handlers only where there are none.
  cn_signals_install();
  screen = newterm(NULL, stdout, stdin);
  if (screen == NULL) {
    cn_signals_uninstall();
    return CN_UNKNOWN_TERMINAL;
  }
  static bool is_registered = false;
  if (!is_registered) {
    is_registered = true;
    atexit(cn_stop);
  }
  const char *alternate = tigetstr("smcup");
  cn_restore_one_screen(alternate == NULL || alternate == (const char *)-1);
  cn_restore_arm(true);
  cn_guard_start();
  give_signal_stack();
  raw();
  noecho();
  nonl();
  set_escdelay(25);
  define_colours();
  cn_keys_define();
  cn_stderr_capture();
  is_on = true;
  write_modes(true);
  return CN_STARTED;
}

void cn_stop(void) {
  if (!is_on) return;
  is_on = false;
  write_modes(false);
  curs_set(1);
  endwin();
  cn_restore_now();
  cn_guard_stop();
  cn_signals_uninstall();
}

int cn_columns(void) { return COLS; }
int cn_rows(void) { return LINES; }
int cn_colours(void) { return has_colors() ? COLORS : 0; }
bool cn_is_utf8(void) { return is_utf8; }

void cn_write(const char *bytes, int count) {
  fflush(stdout);
  cn_write_all(STDOUT_FILENO, bytes, count);
}

void cn_run_begin(int row, int column) {
  run_length = 0;
  run_row = row;
  run_column = column;
}

static void append(const wchar_t *text, attr_t attributes, int pair) {
  if (run_length >= RUN_LIMIT) return;
  if (setcchar(&run[run_length], text, attributes, (short)pair, &pair) == ERR) {
    const wchar_t unknown[2] = {L'?', 0};
    setcchar(&run[run_length], unknown, attributes, (short)pair, &pair);
  }
  run_length++;
}

void cn_run_append(const uint32_t *scalars, int count, int width, unsigned attributes, int colour) {
  attr_t look = (attributes & CN_BOLD ? A_BOLD : 0) | (attributes & CN_DIM ? A_DIM : 0) |
                (attributes & CN_UNDERLINE ? A_UNDERLINE : 0) |
                (attributes & CN_REVERSE ? A_REVERSE : 0);
  int pair = colour >= 0 && colour + 1 < COLOR_PAIRS && colour < COLORS ? colour + 1 : 0;
  int actual = count > 0 ? wcwidth((wchar_t)scalars[0]) : -1;
  const wchar_t space[2] = {L' ', 0};
  if (actual <= 0 || actual > width) {
    const wchar_t unknown[2] = {L'?', 0};
    append(unknown, look, pair);
    actual = 1;
  } else {
    wchar_t text[CCHARW_MAX + 1] = {(wchar_t)scalars[0]};
    int length = 1;
    for (int i = 1; i < count && length < CCHARW_MAX; i++)
      if (wcwidth((wchar_t)scalars[i]) == 0) text[length++] = (wchar_t)scalars[i];
    text[length] = 0;
    append(text, look, pair);
  }
  for (; actual < width; actual++) append(space, look, pair);
}

void cn_run_end(void) {
  if (run_length == 0 || cn_direct_run(run_row, run_column, run, run_length)) return;
  mvwadd_wchnstr(stdscr, run_row, run_column, run, run_length);
}

void cn_flush(int cursor_row, int cursor_column) {
  if (!cn_restore_is_armed()) return;
  cn_direct_flush();
  bool shown = cursor_row >= 0 && cursor_column >= 0;
  if (shown != has_cursor) {
    has_cursor = shown;
    curs_set(shown ? 1 : 0);
  }
  leaveok(stdscr, shown ? FALSE : TRUE);
  if (shown) wmove(stdscr, cursor_row, cursor_column);
  wnoutrefresh(stdscr);
  doupdate();
  cn_direct_allow(true);
}

void cn_repaint(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
    resizeterm(size.ws_row, size.ws_col);
  clearok(curscr, TRUE);
  cn_direct_allow(false);
}

void cn_set_mouse(bool on) {
  mouse_is_on = on;
  if (is_on) write_modes(true);
}

static void leave(void) {
  write_modes(false);
  curs_set(1);
  endwin();
  fflush(stdout);
  cn_restore_clear();
  cn_restore_arm(false);
}

static void enter(void) {
  cn_restore_arm(true);
  reset_prog_mode();
  has_cursor = true;
  write_modes(true);
  cn_repaint();
  wrefresh(stdscr);
}

void cn_suspend(void) {
  leave();
  cn_signals_default_stop(true);
  kill(0, SIGTSTP);
  cn_signals_wait_continued();
  cn_signals_default_stop(false);
  cn_signals_forget(CN_CONTINUED);
  enter();
}

void cn_reenter(void) { enter(); }

int cn_run(char *_Nullable const *_Nonnull arguments, int *error) {
  *error = 0;
  if (arguments[0] == NULL) {
    *error = EINVAL;
    return -1;
  }
  leave();
  cn_signals_child_owns_terminal(true);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, cn_stderr_terminal(), STDERR_FILENO);
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  int status = -1;
  *error = posix_spawnp(&child, arguments[0], &files, &attributes, arguments, environ);
  if (*error == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  cn_signals_child_owns_terminal(false);
  enter();
  return status;
}
