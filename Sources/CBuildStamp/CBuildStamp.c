// Packaging/stamp.sh writes the commit into this section of the finished program. The commit is
// therefore not an input of the compiler: a new commit compiles nothing again.
#include "CBuildStamp.h"

// Not constant, so that the compiler does not assume that the text stays empty.
__attribute__((section("cartographer_commit"), used)) char cb_commit_text[64] = "";

const char *cb_commit(void) { return cb_commit_text; }
