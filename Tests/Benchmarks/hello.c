// Starts and prints: the least that a program takes, for what `--version` is compared with.
#include <stdio.h>

int main(void) {
  puts("hello");
  return 0;
}
