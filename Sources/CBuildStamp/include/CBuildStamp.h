// The commit from which the program was built.
#pragma once

#pragma clang assume_nonnull begin

// Returns the commit as hexadecimal digits, or an empty string in a build that is not packaged.
const char *cb_commit(void);

#pragma clang assume_nonnull end
