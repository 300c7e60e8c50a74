// Starts and prints a word: the minimum time of a process, compared with `--version`.
#include <stdio.h>

int main(void) {
  puts("hello");
  return 0;
}
