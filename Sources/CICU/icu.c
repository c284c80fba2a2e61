// The part of ICU that is used, behind functions whose declarations name none of its types: Foundation has an
// ICU of its own, and Swift refuses to see two versions of one type.

#include "CICU.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>
#include <unicode/utf16.h>

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

// A label of a host's name as UTS #46 has it, in Unicode or in ASCII. The length, or -1 for what is no label.
int32_t icuLabel(const char *label, int32_t length, int isASCII, char *out, int32_t room) {
  UErrorCode status = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UIDNA *names = uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE, &status);
  if (names == NULL || U_FAILURE(status)) return -1;
  int32_t count = isASCII ? uidna_labelToASCII_UTF8(names, label, length, out, room, &info, &status)
                          : uidna_labelToUnicodeUTF8(names, label, length, out, room, &info, &status);
  uidna_close(names);
  return U_SUCCESS(status) && info.errors == 0 ? count : -1;
}

// Case folding and compatibility forms of all but symbols, so that a ™ behind a name adds no letters to it.
static const UNormalizer2 *folding, *apart, *together;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void openFolding(void) {
  UErrorCode status = U_ZERO_ERROR;
  static const UChar pattern[] = u"[:^So:]";
  USet *letters = uset_openPattern(pattern, -1, &status);
  const UNormalizer2 *whole = unorm2_getNFKCCasefoldInstance(&status);
  folding = unorm2_openFiltered(whole, letters, &status);
  apart = unorm2_getNFDInstance(&status);
  together = unorm2_getNFCInstance(&status);
  if (U_FAILURE(status)) folding = NULL;
}

// Signs that are often left out in writing. Those of other scripts are vowels, and tell words apart.
static int isAccent(UChar32 scalar) {
  // The sound marks of kana, and the stroke that lengthens Arabic words.
  if (scalar == 0x3099 || scalar == 0x309a) return 0;
  if (scalar == 0x640) return 1;
  if (!(U_GET_GC_MASK(scalar) & (U_GC_MN_MASK | U_GC_ME_MASK))) return 0;
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(scalar, &status)) {
  case USCRIPT_COMMON: case USCRIPT_INHERITED: case USCRIPT_LATIN: case USCRIPT_GREEK: case USCRIPT_CYRILLIC:
  case USCRIPT_ARABIC: case USCRIPT_HEBREW: case USCRIPT_SYRIAC: return 1;
  default: return 0;
  }
}

// The one or two plain letters that a Latin letter is made of by its name, such as those with a stroke, and ligatures.
static int32_t plainLatin(UChar32 scalar, UChar letters[2]) {
  static const char *const beginnings[] = {
    "LATIN SMALL LETTER DOTLESS ", "LATIN SMALL LETTER ", "LATIN SMALL LIGATURE "};
  char name[100];
  UErrorCode status = U_ZERO_ERROR;
  if (u_charName(scalar, U_UNICODE_CHAR_NAME, name, sizeof name, &status) == 0 || U_FAILURE(status)) return 0;
  for (int index = 0; index < 3; index++) {
    size_t start = strlen(beginnings[index]);
    if (strncmp(name, beginnings[index], start) != 0) continue;
    size_t count = strcspn(name + start, " ");
    if (count > 2) return 0;
    for (size_t letter = 0; letter < count; letter++) letters[letter] = (UChar)(name[start + letter] | 0x20);
    return (int32_t)count;
  }
  return 0;
}

// Leaves accents out; writes quotes, dashes and Latin letters the plain way. At most two units come of each one.
static int32_t simplify(const UChar *text, int32_t length, UChar *out) {
  int32_t place = 0, count = 0;
  while (place < length) {
    UChar32 scalar;
    U16_NEXT(text, place, length, scalar);
    if (scalar < 0x80) {
      out[count++] = (UChar)scalar;
    } else if (u_hasBinaryProperty(scalar, UCHAR_DASH)) {
      out[count++] = '-';
    } else if (u_hasBinaryProperty(scalar, UCHAR_QUOTATION_MARK)) {
      int isSingle = (scalar >= 0x2018 && scalar <= 0x201b) || scalar == 0x2039 || scalar == 0x203a;
      out[count++] = isSingle ? '\'' : '"';
    } else if (!isAccent(scalar)) {
      UErrorCode status = U_ZERO_ERROR;
      int32_t plain = 0;
      if (u_charType(scalar) == U_LOWERCASE_LETTER && uscript_getScript(scalar, &status) == USCRIPT_LATIN)
        plain = plainLatin(scalar, out + count);
      count += plain;
      if (plain == 0) U16_APPEND_UNSAFE(out, count, scalar);
    }
  }
  return count;
}

// What a text is normalized to; the text is freed.
static UChar *normalized(const UNormalizer2 *form, UChar *text, int32_t *length) {
  if (text == NULL) return NULL;
  int32_t capacity = *length + 64;
  UChar *out = NULL;
  for (int attempt = 0; attempt < 2; attempt++) {
    UErrorCode status = U_ZERO_ERROR;
    UChar *larger = realloc(out, sizeof(UChar) * (size_t)capacity);
    if (larger == NULL) break;
    out = larger;
    int32_t count = unorm2_normalize(form, text, *length, out, capacity, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      capacity = count;
      continue;
    }
    free(text);
    *length = count;
    if (U_SUCCESS(status)) return out;
    free(out);
    return NULL;
  }
  free(text);
  free(out);
  return NULL;
}

char *icuFolded(const char *text, int32_t length, int32_t *count) {
  pthread_once(&once, openFolding);
  UErrorCode status = U_ZERO_ERROR;
  int32_t units = 0;
  UChar *wide = malloc(sizeof(UChar) * ((size_t)length + 1));
  if (folding == NULL || wide == NULL) {
    free(wide);
    return NULL;
  }
  u_strFromUTF8WithSub(wide, length + 1, &units, text, length, 0xfffd, NULL, &status);
  wide = normalized(apart, normalized(folding, wide, &units), &units);
  UChar *simple = wide ? malloc(sizeof(UChar) * (2 * (size_t)units + 2)) : NULL;
  if (simple != NULL) units = simplify(wide, units, simple);
  free(wide);
  wide = normalized(together, simple, &units);
  char *out = wide ? malloc(3 * (size_t)units + 1) : NULL;
  *count = 0;
  if (out != NULL) u_strToUTF8(out, 3 * units + 1, count, wide, units, &status);
  free(wide);
  return out;
}

void icuFree(char *text) { free(text); }

int icuContinues(uint32_t scalar) {
  pthread_once(&once, openFolding);
  UChar32 mark = (UChar32)scalar;
  if (folding == NULL || unorm2_hasBoundaryBefore(folding, mark) || isAccent(mark)) return 0;
  // Of marks only those that become part of a letter.
  return u_getCombiningClass(mark) == 0 || u_getIntPropertyValue(mark, UCHAR_NFC_QUICK_CHECK) == UNORM_MAYBE;
}
