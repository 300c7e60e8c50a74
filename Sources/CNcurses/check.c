// The check of the terminal type before the terminal is used. It has a file of its own, because
// term.h defines macros with names such as `columns`.
#include "CNcurses.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

int cn_check(void) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return CN_NOT_A_TERMINAL;
  int found = 0;
  if (setupterm(NULL, STDOUT_FILENO, &found) == ERR) {
    // 1: there is an entry, of a printer.
    return found == 1 ? CN_UNSUITABLE_TERMINAL : CN_UNKNOWN_TERMINAL;
  }
  const char *address = tigetstr("cup");
  bool is_suitable = address != NULL && address != (const char *)-1;
  del_curterm(cur_term);
  return is_suitable ? CN_STARTED : CN_UNSUITABLE_TERMINAL;
}
