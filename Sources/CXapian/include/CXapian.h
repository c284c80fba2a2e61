#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A Xapian database behind plain functions: documents of terms, found and ranked by them. No exception and no type of
// C++ leaves them. A handle is used by one thread at a time.

typedef enum {
  XAPIAN_DONE,
  XAPIAN_DAMAGED,
  XAPIAN_OTHER_VERSION,
  XAPIAN_MISSING,
  XAPIAN_CHANGED,  // two commits since it was opened for reading: open it again
  XAPIAN_NO_SPACE,
  XAPIAN_FAILED,   // another error of the system: no memory, no permission
} XapianCode;

typedef struct {
  XapianCode code;
  char message[200];
} XapianOutcome;

typedef struct {
  const uint8_t *bytes;
  size_t count;
} XapianBytes;

enum { XAPIAN_VALUE = 18 };

// A document's number, from 1, and its value.
typedef struct {
  uint32_t number;
  uint8_t value[XAPIAN_VALUE];
} XapianEntry;

typedef struct {
  const XapianEntry *entries;
  size_t count;
} XapianEntries;

typedef struct XapianReader XapianReader;
typedef struct XapianWriter XapianWriter;
typedef struct XapianStemmer XapianStemmer;

// A reader sees what was committed when it was opened. What its functions return is valid until its next call.
// `format` is compared with the one that the database was created with.
XapianReader *xapianOpen(const char *path, const char *format, XapianOutcome *outcome);
void xapianClose(XapianReader *reader);

// All documents.
XapianEntries xapianAll(XapianReader *reader, XapianOutcome *outcome);

// The terms that begin with `prefix` and have `part` after it, the most frequent first: for each a byte for its length,
// the term, and the number of its documents (4 bytes, the lowest first).
XapianBytes xapianTerms(
  XapianReader *reader, XapianBytes prefix, XapianBytes part, size_t limit, XapianOutcome *outcome);

// Sets `marks[number]` to 1 for each document that has one of the terms, each of which a byte for its length precedes.
void xapianMark(XapianReader *reader, XapianBytes terms, uint8_t *marks, size_t size, XapianOutcome *outcome);

// Adds terms, as `xapianMark` takes them, to what the next ranking counts: together like one term, times `scale`.
void xapianCount(XapianReader *reader, XapianBytes terms, double scale, XapianOutcome *outcome);

// The documents whose mark is 1, the best by BM25 first; of equal ones the one with the least value.
XapianEntries xapianRank(
  XapianReader *reader, const uint8_t *marks, size_t size, size_t limit, XapianOutcome *outcome);

// A writer is the only one of its database. What it does is seen after `xapianCommit`; closing drops the rest.
XapianWriter *xapianOpenWriter(const char *path, const char *format, XapianOutcome *outcome);
void xapianCloseWriter(XapianWriter *writer);

// Counts an occurrence of a term in the next document.
void xapianAddTerm(XapianWriter *writer, const uint8_t *term, size_t count, XapianOutcome *outcome);
// Adds a term by which the next document is found and not ranked.
void xapianAddMark(XapianWriter *writer, const char *mark, XapianOutcome *outcome);
// Adds the document, or replaces the one with this mark, which no other has.
void xapianPut(
  XapianWriter *writer, const char *mark, const uint8_t value[XAPIAN_VALUE], XapianOutcome *outcome);
// Removes the document with this mark, if there is one.
void xapianRemove(XapianWriter *writer, const char *mark, XapianOutcome *outcome);
void xapianCommit(XapianWriter *writer, XapianOutcome *outcome);

// Writes a database that holds nothing of what was removed from another.
void xapianCompact(const char *path, const char *target, XapianOutcome *outcome);

// The stemmer of a language (ISO 639); NULL without one.
XapianStemmer *xapianStemmer(const char *language);
void xapianFreeStemmer(XapianStemmer *stemmer);
XapianBytes xapianStem(XapianStemmer *stemmer, const uint8_t *word, size_t count);

#ifdef __cplusplus
}
#endif
