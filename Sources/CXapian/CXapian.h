#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Xapian's databases, stemmers and merging behind plain functions. No exception and no type of C++ leaves them.
//
// A segment is a database in one file that is never written again: values by keys. What several have under one key is
// joined when they are made one. Where the key begins with a small letter, the value is a list of postings: how many, the
// first number and what must be added to it for the last one, as varints, the first one's impact (a byte), and for each of
// the others what must be added to the number before it (a varint) and its impact. Under `c` there are no impacts.
// Otherwise a value begins with a number of 4 bytes, the lowest first, by which values stand one after another.

enum { XAPIAN_LONGEST_WORD = 128 };

typedef enum {
  XAPIAN_DONE,
  XAPIAN_DAMAGED,  // what the file has makes no sense
  XAPIAN_OTHER_VERSION,  // written by another version of the library
  XAPIAN_MISSING,  // no such file
  XAPIAN_FAILED,   // the system would not: no room, no memory, no right
  XAPIAN_UNANSWERED,  // what a caller begins with: the library that these functions are in is not there
} XapianCode;

// What came of a call, and in words why it failed.
typedef struct {
  XapianCode code;
  char message[200];
} XapianOutcome;

// Bytes that stay as they are until the next call about what they came from.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} XapianBytes;

typedef struct XapianSegment XapianSegment;
typedef struct XapianBuilder XapianBuilder;
typedef struct XapianStemmer XapianStemmer;

// Where a word stands in a document.
typedef enum { XAPIAN_BODY, XAPIAN_SITE, XAPIAN_AUTHOR, XAPIAN_NOTE, XAPIAN_TAG, XAPIAN_TITLE } XapianField;

// Reading. NULL or no bytes where it failed, and no bytes where there is nothing.
XapianSegment *xapianOpen(const char *path, XapianOutcome *outcome);
void xapianClose(XapianSegment *segment);
XapianBytes xapianValue(XapianSegment *segment, const uint8_t *key, size_t count, XapianOutcome *outcome);
// All keys that begin so, rising, each with its length in a byte before it; no more than `limit`.
XapianBytes xapianKeys(
  XapianSegment *segment, const uint8_t *prefix, size_t count, size_t limit, XapianOutcome *outcome);

// Writing: words of a document, its end, and so on; then one file is made of all. Directory and file are new.
XapianBuilder *xapianCreate(const char *directory, XapianOutcome *outcome);
void xapianDiscard(XapianBuilder *builder);
// An occurrence of a word: a key, and how many bytes its first one, two and three letters have with the key's first; 0
// where it has no more. By these it is found as `q` and the letters.
void xapianWord(
  XapianBuilder *builder, const uint8_t *key, size_t count, XapianField field, const uint8_t beginnings[3],
  XapianOutcome *outcome);
// The document whose words came since the last one; numbers rise. `length` is how many words its body has; `codes` stand
// for its words in their order, with 0 between those that no phrase runs through.
void xapianDocument(
  XapianBuilder *builder, uint32_t number, size_t length, const uint16_t *codes, size_t codeCount,
  XapianOutcome *outcome);

// Two codes one after another are found as `c` and the two bytes of this number, the higher first. Many pairs share a
// number, so that there are few lists; a document of 600 words is in one of sixty.
enum { XAPIAN_PAIRS = 1 << 15 };
static inline uint16_t xapianPair(uint16_t first, uint16_t second) {
  return (uint16_t)(((first * 0x9e3779b1u) ^ second) * 0x85ebca6bu >> 17);
}
void xapianSet(
  XapianBuilder *builder, const uint8_t *key, size_t keyCount, const uint8_t *value, size_t count,
  XapianOutcome *outcome);
// About how many bytes of memory it holds.
size_t xapianSize(const XapianBuilder *builder);
void xapianFinish(XapianBuilder *builder, const char *path, XapianOutcome *outcome);

// One segment made of several, whose numbers rise from each to the next.
void xapianMerge(const char *const *paths, size_t count, const char *path, XapianOutcome *outcome);

// A stemmer by the code of a language (ISO 639); NULL where there is none.
XapianStemmer *xapianStemmer(const char *language);
void xapianFreeStemmer(XapianStemmer *stemmer);
XapianBytes xapianStem(XapianStemmer *stemmer, const uint8_t *word, size_t count);

#ifdef __cplusplus
}
#endif
