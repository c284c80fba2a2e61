#pragma once

// The commit that the program was built from; empty where that is not known.
const char *luego_commit(void);
