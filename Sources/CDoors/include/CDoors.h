#pragma once

// The functions of `doors.c` are declared in the headers of their libraries.
