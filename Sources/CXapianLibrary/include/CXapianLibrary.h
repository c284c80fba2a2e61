#pragma once

// The functions are declared in `CXapian.h`.
