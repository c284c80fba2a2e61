// The part of ICU that is used, behind functions whose declarations name none of its types: Foundation has an
// ICU of its own, and Swift refuses to see two versions of one type.

#include "CICU.h"

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

static ICUBreaks icuOpen(UBreakIteratorType type) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(type, "", NULL, 0, &status);
  return U_SUCCESS(status) ? breaks : NULL;
}

ICUBreaks icuOpenLines(void) { return icuOpen(UBRK_LINE); }
ICUBreaks icuOpenWords(void) { return icuOpen(UBRK_WORD); }

// The text must stay where it is until the next one is set.
int icuSetText(ICUBreaks breaks, const char *text, int64_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UText opened = UTEXT_INITIALIZER;
  utext_openUTF8(&opened, text, length, &status);
  ubrk_setUText((UBreakIterator *)breaks, &opened, &status);
  utext_close(&opened);
  return U_SUCCESS(status);
}

// The next place, or -1 after the last.
int32_t icuNext(ICUBreaks breaks) { return ubrk_next((UBreakIterator *)breaks); }

// Whether what ends at the last place is a word rather than space or punctuation.
int icuIsWord(ICUBreaks breaks) {
  return ubrk_getRuleStatus((UBreakIterator *)breaks) >= UBRK_WORD_NONE_LIMIT;
}

// Embedding levels of a paragraph in UTF-16; `first` is 0 or 1.
int icuLevels(const uint16_t *text, int32_t length, uint8_t first, uint8_t *levels) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *order = ubidi_openSized(length, 0, &status);
  if (U_FAILURE(status)) return 0;
  ubidi_setPara(order, (const UChar *)text, length, first, NULL, &status);
  const UBiDiLevel *found = U_SUCCESS(status) ? ubidi_getLevels(order, &status) : NULL;
  if (found != NULL)
    for (int32_t place = 0; place < length; place++) levels[place] = found[place];
  ubidi_close(order);
  return found != NULL;
}

// Which of the logical places stands at each visual one.
void icuVisualOrder(const uint8_t *levels, int32_t length, int32_t *order) {
  ubidi_reorderVisual(levels, length, order);
}

uint32_t icuMirrored(uint32_t scalar) { return (uint32_t)u_charMirror((UChar32)scalar); }
