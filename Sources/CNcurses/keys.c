// Keys and reports, as sequences that terminals agree on whatever their terminfo entry knows.
#include "CNcurses.h"
#include "internal.h"

#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

// Codes of our own, above those of ncurses: the key in the low bits, modifiers above.
#define OWN_KEY 2048
#define OWN_PASTE_BEGIN 4001
#define OWN_PASTE_END 4002
#define OWN_FOCUS_IN 4003
#define OWN_FOCUS_OUT 4004
#define OWN_MOUSE 4005

// A pad, since reading from a window would also refresh it.
static WINDOW *input = NULL;

static int own_key(int key, int modifiers) { return OWN_KEY + key + (modifiers << 4); }

void cn_keys_define(void) {
  input = newpad(1, 1);
  keypad(input, TRUE);
  nodelay(input, TRUE);
  static const struct {
    char final;
    int key;
  } letters[] = {{'A', CN_KEY_UP},   {'B', CN_KEY_DOWN}, {'C', CN_KEY_RIGHT},
                 {'D', CN_KEY_LEFT}, {'H', CN_KEY_HOME}, {'F', CN_KEY_END}};
  static const struct {
    int number;
    int key;
  } tildes[] = {{1, CN_KEY_HOME},    {2, CN_KEY_INSERT}, {3, CN_KEY_DELETE},   {4, CN_KEY_END},
                {5, CN_KEY_PAGE_UP}, {6, CN_KEY_PAGE_DOWN}, {7, CN_KEY_HOME}, {8, CN_KEY_END}};
  char sequence[16];
  for (int i = 0; i < 6; i++) {
    snprintf(sequence, sizeof sequence, "\033[%c", letters[i].final);
    define_key(sequence, own_key(letters[i].key, 0));
    snprintf(sequence, sizeof sequence, "\033O%c", letters[i].final);
    define_key(sequence, own_key(letters[i].key, 0));
    for (int modifiers = 1; modifiers < 8; modifiers++) {
      snprintf(sequence, sizeof sequence, "\033[1;%d%c", modifiers + 1, letters[i].final);
      define_key(sequence, own_key(letters[i].key, modifiers));
    }
  }
  for (int i = 0; i < 8; i++) {
    snprintf(sequence, sizeof sequence, "\033[%d~", tildes[i].number);
    define_key(sequence, own_key(tildes[i].key, 0));
    for (int modifiers = 1; modifiers < 8; modifiers++) {
      snprintf(sequence, sizeof sequence, "\033[%d;%d~", tildes[i].number, modifiers + 1);
      define_key(sequence, own_key(tildes[i].key, modifiers));
    }
  }
  define_key("\033[Z", own_key(CN_KEY_BACK_TAB, 0));
  define_key("\033[200~", OWN_PASTE_BEGIN);
  define_key("\033[201~", OWN_PASTE_END);
  define_key("\033[I", OWN_FOCUS_IN);
  define_key("\033[O", OWN_FOCUS_OUT);
  define_key("\033[<", OWN_MOUSE);
}

// The next character of a report, which the terminal sends in one piece.
static wint_t read_more(void) {
  wint_t character = 0;
  for (int attempt = 0; attempt < 2; attempt++) {
    if (wget_wch(input, &character) != ERR) return character;
    struct pollfd ready = {STDIN_FILENO, POLLIN, 0};
    if (poll(&ready, 1, 50) <= 0) break;
  }
  return 0;
}

// `button;column;row` and `M` (pressed) or `m` (released); SGR mode, after the `ESC [ <`.
static bool read_mouse(cn_event *event) {
  int numbers[3] = {0, 0, 0};
  int index = 0;
  for (int length = 0; length < 24; length++) {
    wint_t character = read_more();
    if (character >= '0' && character <= '9') {
      if (numbers[index] < 100000) numbers[index] = numbers[index] * 10 + (int)(character - '0');
    } else if (character == ';' && index < 2) {
      index++;
    } else if ((character == 'M' || character == 'm') && index == 2) {
      int button = numbers[0];
      event->kind = CN_MOUSE;
      event->code = (uint32_t)(button & ~(4 | 8 | 16));
      event->modifiers = (button & 4 ? CN_SHIFT : 0) | (button & 8 ? CN_ALT : 0) |
                         (button & 16 ? CN_CONTROL : 0);
      event->column = numbers[1] - 1;
      event->row = numbers[2] - 1;
      event->released = character == 'm';
      return true;
    } else {
      return false;
    }
  }
  return false;
}

static void set_key(cn_event *event, int key, int modifiers) {
  event->kind = CN_KEY;
  event->code = (uint32_t)key;
  event->modifiers = modifiers;
}

// A key ncurses knows from terminfo.
static void translate(wint_t code, cn_event *event) {
  static const struct {
    int code;
    int key;
    int modifiers;
  } known[] = {
      {KEY_UP, CN_KEY_UP, 0},           {KEY_DOWN, CN_KEY_DOWN, 0},
      {KEY_RIGHT, CN_KEY_RIGHT, 0},     {KEY_LEFT, CN_KEY_LEFT, 0},
      {KEY_HOME, CN_KEY_HOME, 0},       {KEY_END, CN_KEY_END, 0},
      {KEY_IC, CN_KEY_INSERT, 0},       {KEY_DC, CN_KEY_DELETE, 0},
      {KEY_PPAGE, CN_KEY_PAGE_UP, 0},   {KEY_NPAGE, CN_KEY_PAGE_DOWN, 0},
      {KEY_BTAB, CN_KEY_BACK_TAB, 0},   {KEY_BACKSPACE, CN_KEY_BACKSPACE, 0},
      {KEY_ENTER, CN_KEY_ENTER, 0},     {KEY_SR, CN_KEY_UP, 1},
      {KEY_SF, CN_KEY_DOWN, 1},         {KEY_SRIGHT, CN_KEY_RIGHT, 1},
      {KEY_SLEFT, CN_KEY_LEFT, 1},      {KEY_SHOME, CN_KEY_HOME, 1},
      {KEY_SEND, CN_KEY_END, 1},        {KEY_SDC, CN_KEY_DELETE, 1},
      {KEY_SPREVIOUS, CN_KEY_PAGE_UP, 1}, {KEY_SNEXT, CN_KEY_PAGE_DOWN, 1},
  };
  if (code >= KEY_F(1) && code <= KEY_F(24)) {
    set_key(event, CN_KEY_FUNCTION + (int)(code - KEY_F0), 0);
    return;
  }
  for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
    if ((wint_t)known[i].code == code) set_key(event, known[i].key, known[i].modifiers);
}

static void take_code(wint_t code, cn_event *event) {
  switch (code) {
  case OWN_PASTE_BEGIN: event->kind = CN_PASTE_BEGIN; return;
  case OWN_PASTE_END: event->kind = CN_PASTE_END; return;
  case OWN_FOCUS_IN: event->kind = CN_FOCUS_IN; return;
  case OWN_FOCUS_OUT: event->kind = CN_FOCUS_OUT; return;
  case OWN_MOUSE: read_mouse(event); return;
  default: break;
  }
  if (code >= OWN_KEY && code < OWN_KEY + 128) {
    set_key(event, (int)(code - OWN_KEY) & 15, (int)(code - OWN_KEY) >> 4);
  } else {
    translate(code, event);
  }
}

// An escape that something follows at once is the alt key.
static void take_escape(cn_event *event) {
  wint_t next = 0;
  int result = wget_wch(input, &next);
  event->kind = CN_CHARACTER;
  if (result == OK && next != 27) {
    event->code = next;
    event->modifiers = CN_ALT;
  } else {
    event->code = 27;
    if (result == KEY_CODE_YES) {
      take_code(next, event);
      event->modifiers |= CN_ALT;
    } else if (result == OK) {
      unget_wch((wchar_t)next);
    }
  }
}

// One event from the keys that have arrived; false where there is none.
static bool take_key(cn_event *event) {
  wint_t code = 0;
  for (;;) {
    int result = wget_wch(input, &code);
    if (result == ERR) return false;
    if (result == KEY_CODE_YES) {
      take_code(code, event);
    } else if (code == 27) {
      take_escape(event);
    } else {
      event->kind = CN_CHARACTER;
      event->code = code;
    }
    // A report cut short or a key without meaning here: go on to the next.
    if (event->kind != CN_NOTHING) return true;
  }
}

void cn_next_event(int milliseconds, cn_event *event) {
  *event = (cn_event){0};
  for (;;) {
    event->kind = cn_signals_take();
    if (event->kind != CN_NOTHING || take_key(event)) return;
    struct pollfd ready[2] = {{STDIN_FILENO, POLLIN, 0}, {cn_signals_pipe(), POLLIN, 0}};
    int count = poll(ready, 2, milliseconds);
    if (count == 0) return;
    if (count > 0 && ready[0].revents != 0) {
      // Ready with nothing to read is the end of the input.
      int waiting = 1;
      bool is_over = (ready[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0 ||
                     (ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting == 0);
      if (take_key(event)) return;
      if (is_over) {
        event->kind = CN_END_ASKED;
        return;
      }
    }
  }
}
