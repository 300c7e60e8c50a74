// The random functions of glibc 2.36, which the static archives of newer distributions use, for a
// program that also runs with glibc 2.35.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *buffer, size_t size) {
  unsigned char *rest = buffer;
  while (size > 0) {
    ssize_t count = getrandom(rest, size, 0);
    if (count < 0) {
      if (errno == EINTR) continue;
      abort();
    }
    rest += count;
    size -= (size_t)count;
  }
}

uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}
