// A file of its own, so that another commit compiles nothing else.

#include "CBuildInfo.h"

#ifndef LUEGO_COMMIT
#define LUEGO_COMMIT ""
#endif

const char *luego_commit(void) { return LUEGO_COMMIT; }
