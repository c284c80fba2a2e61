#pragma once
#include <stdint.h>

// Where lines may end, words, reading direction and folding, by ICU.

typedef void *ICUBreaks;

// NULL where there is none.
ICUBreaks icuOpenLines(void);
ICUBreaks icuOpenWords(void);

// The text must stay where it is until the next one is set.
int icuSetText(ICUBreaks breaks, const char *text, int64_t length);

// The next place, or -1 after the last.
int32_t icuNext(ICUBreaks breaks);

// Whether what ends at the last place is a word rather than space or punctuation.
int icuIsWord(ICUBreaks breaks);

// Embedding levels of a paragraph in UTF-16; `first` is 0 or 1.
int icuLevels(const uint16_t *text, int32_t length, uint8_t first, uint8_t *levels);

// Which of the logical places stands at each visual one.
void icuVisualOrder(const uint8_t *levels, int32_t length, int32_t *order);

// The scalar that stands for another where the text runs the other way.
uint32_t icuMirrored(uint32_t scalar);

// A label of a host's name as UTS #46 has it, in Unicode or in ASCII. The length, or -1 for what is no label.
int32_t icuLabel(const char *label, int32_t length, int isASCII, char *out, int32_t room);

// A text made comparable, to be freed; NULL where there is no memory or no ICU.
char *icuFolded(const char *text, int32_t length, int32_t *count);
void icuFree(char *text);

// Whether a scalar becomes part of the letter before it.
int icuContinues(uint32_t scalar);
