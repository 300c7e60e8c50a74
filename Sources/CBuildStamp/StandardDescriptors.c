// Runs before the Swift runtime, which opens descriptors of its own.
#include <errno.h>
#include <fcntl.h>

// If the parent process closed a standard descriptor, the next file that the program opens would get
// its number: output would then be written into that file. A descriptor opened for the wrong
// direction takes the number, and each use of it still fails.
__attribute__((constructor)) static void cb_occupy_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    }
  }
}
