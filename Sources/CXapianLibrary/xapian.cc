#include "../CXapian/CXapian.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include <xapian.h>

namespace {

void say(XapianOutcome *outcome, XapianCode code, const std::string &message) {
  outcome->code = code;
  size_t count = std::min(message.size(), sizeof outcome->message - 1);
  memcpy(outcome->message, message.data(), count);
  outcome->message[count] = 0;
}

// Does something and turns what it throws into an outcome.
template <typename Value, typename Body>
Value guarded(XapianOutcome *outcome, Value failed, Body body) noexcept {
  try {
    outcome->code = XAPIAN_DONE;
    outcome->message[0] = 0;
    errno = 0;
    return body();
  } catch (const Xapian::DatabaseVersionError &error) {
    say(outcome, XAPIAN_OTHER_VERSION, error.get_msg());
  } catch (const Xapian::DatabaseCorruptError &error) {
    say(outcome, XAPIAN_DAMAGED, error.get_msg());
  } catch (const Xapian::DatabaseOpeningError &error) {
    // Without a number of the system's it was found, and is no database.
    const char *reason = error.get_error_string();
    bool isMissing = reason != nullptr && reason == std::string(strerror(ENOENT));
    XapianCode code = isMissing ? XAPIAN_MISSING : reason == nullptr ? XAPIAN_DAMAGED : XAPIAN_FAILED;
    say(outcome, code, error.get_msg() + (reason ? std::string(": ") + reason : ""));
  } catch (const Xapian::InvalidOperationError &error) {
    // What a disk has no room for cannot be taken back while a segment is made, and that is said instead.
    say(outcome, XAPIAN_FAILED, errno == 0 ? error.get_msg() : strerror(errno));
  } catch (const Xapian::Error &error) {
    const char *reason = error.get_error_string();
    say(outcome, reason ? XAPIAN_FAILED : XAPIAN_DAMAGED, error.get_msg() + (reason ? std::string(": ") + reason : ""));
  } catch (const std::bad_alloc &) {
    say(outcome, XAPIAN_FAILED, "no memory");
  } catch (const std::exception &error) {
    // A length that makes no sense, from bytes that make none.
    say(outcome, XAPIAN_DAMAGED, error.what());
  } catch (...) {
    say(outcome, XAPIAN_DAMAGED, "unknown");
  }
  return failed;
}

XapianBytes bytes(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

std::string text(const uint8_t *bytes, size_t count) {
  return count == 0 ? std::string() : std::string(reinterpret_cast<const char *>(bytes), count);
}

void append(std::string &out, uint32_t value) {
  for (; value >= 0x80; value >>= 7) out += char(value | 0x80);
  out += char(value);
}

// The next varint, past which `place` moves.
uint32_t varint(const std::string &bytes, size_t &place) {
  uint32_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    if (place >= bytes.size()) break;
    uint8_t byte = bytes[place++];
    value |= uint32_t(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw Xapian::DatabaseCorruptError("a number among the postings has no end");
}

// A list of postings without its head.
struct Postings {
  uint32_t count = 0, first = 0, last = 0;
  std::string rest;

  void add(uint32_t number) {
    if (count == 0) first = number; else append(rest, number - last);
    last = number;
    count++;
  }

  void add(uint32_t number, uint8_t impact) {
    add(number);
    rest += char(impact);
  }

  std::string whole() const {
    std::string out;
    out.reserve(rest.size() + 15);
    append(out, count);
    append(out, first);
    append(out, last - first);
    return out += rest;
  }
};

std::string joinedPostings(const std::string lists[], size_t count) {
  std::vector<Postings> parts;
  for (size_t index = 0; index < count; index++) {
    Postings part;
    size_t place = 0;
    part.count = varint(lists[index], place);
    part.first = varint(lists[index], place);
    part.last = part.first + varint(lists[index], place);
    part.rest = lists[index].substr(place);
    parts.push_back(std::move(part));
  }
  std::sort(parts.begin(), parts.end(), [](const Postings &a, const Postings &b) { return a.first < b.first; });
  Postings all = std::move(parts[0]);
  for (size_t index = 1; index < count; index++) {
    const Postings &part = parts[index];
    if (part.first <= all.last) throw Xapian::DatabaseCorruptError("postings of two segments overlap");
    append(all.rest, part.first - all.last);
    all.rest += part.rest;
    all.count += part.count;
    all.last = part.last;
  }
  return all.whole();
}

std::string joinedRecords(const std::string records[], size_t count) {
  std::vector<std::pair<uint32_t, const std::string *>> parts;
  for (size_t index = 0; index < count; index++) {
    const std::string &part = records[index];
    if (part.size() < 4) throw Xapian::DatabaseCorruptError("a record is too short");
    uint32_t first = 0;
    for (int byte = 3; byte >= 0; byte--) first = first << 8 | uint8_t(part[byte]);
    parts.push_back({first, &part});
  }
  std::sort(parts.begin(), parts.end());
  std::string all;
  for (const auto &part : parts) all += *part.second;
  return all;
}

class Joining : public Xapian::Compactor {
  std::string resolve_duplicate_metadata(const std::string &key, size_t count, const std::string values[]) override {
    // The library may show its own mark of such keys before them.
    size_t start = key.size() > 2 && key[0] == '\0' && key[1] == '\xc0' ? 2 : 0;
    bool isPostings = key.size() > start && key[start] >= 'a' && key[start] <= 'z';
    return isPostings ? joinedPostings(values, count) : joinedRecords(values, count);
  }
};

void compact(Xapian::Database &database, const std::string &path) {
  Joining joining;
  database.compact(path, Xapian::DBCOMPACT_SINGLE_FILE, 0, joining);
}

// What is known of a word while segments are made: its postings, and what the current document has of it.
struct Word {
  Postings postings;
  uint32_t inBody = 0;
  uint8_t fields = 0;
  bool isTouched = false;
  Word *beginnings[3] = {nullptr, nullptr, nullptr};
  uint8_t best = 0;
};

// How much a field adds to the impact of a word; one in the title has more than all others together.
const int fieldImpact[] = {0, 8, 16, 16, 24, 128};

uint8_t impact(const Word &word, size_t length) {
  // BM25's share of how often a word occurs, for texts of 600 words on average.
  double often = word.inBody, weight = 0;
  if (often > 0) weight = 26 * often * 2.2 / (often + 1.2 * (0.25 + 0.75 * double(length) / 600));
  for (int field = XAPIAN_SITE; field < XAPIAN_TITLE; field++)
    if (word.fields & 1 << field) weight += fieldImpact[field];
  weight = std::min(weight, 120.0);
  if (word.fields & 1 << XAPIAN_TITLE) weight += fieldImpact[XAPIAN_TITLE];
  return uint8_t(std::max(1.0, weight));
}

}  // namespace

struct XapianSegment {
  Xapian::Database database;
  std::string answer;
};

struct XapianBuilder {
  Xapian::WritableDatabase database;
  std::unordered_map<std::string, Word> words;
  std::vector<Word *> touched, begun;
  std::vector<Postings> pairs = std::vector<Postings>(XAPIAN_PAIRS);
  std::string key;
  size_t size = 0;

  Word &word(const char *bytes, size_t count) {
    key.assign(bytes, count);
    auto found = words.find(key);
    if (found != words.end()) return found->second;
    size += 160 + count;
    return words.emplace(key, Word()).first->second;
  }
};

struct XapianStemmer {
  Xapian::Stem stem;
  std::string answer;
};

XapianSegment *xapianOpen(const char *path, XapianOutcome *outcome) {
  return guarded(outcome, (XapianSegment *)nullptr, [&] {
    return new XapianSegment{Xapian::Database(path), std::string()};
  });
}

void xapianClose(XapianSegment *segment) { delete segment; }

XapianBytes xapianValue(XapianSegment *segment, const uint8_t *key, size_t count, XapianOutcome *outcome) {
  return guarded(outcome, XapianBytes{nullptr, 0}, [&] {
    segment->answer = segment->database.get_metadata(text(key, count));
    return bytes(segment->answer);
  });
}

XapianBytes xapianKeys(
  XapianSegment *segment, const uint8_t *prefix, size_t count, size_t limit, XapianOutcome *outcome) {
  return guarded(outcome, XapianBytes{nullptr, 0}, [&] {
    segment->answer.clear();
    const std::string begin = text(prefix, count);
    auto end = segment->database.metadata_keys_end(begin);
    for (auto key = segment->database.metadata_keys_begin(begin); key != end && limit > 0; ++key, limit--) {
      const std::string found = *key;
      if (found.size() > 255) throw Xapian::DatabaseCorruptError("a key is too long");
      segment->answer += char(found.size());
      segment->answer += found;
    }
    return bytes(segment->answer);
  });
}

XapianBuilder *xapianCreate(const char *directory, XapianOutcome *outcome) {
  return guarded(outcome, (XapianBuilder *)nullptr, [&] {
    // What is made here is copied into one file before anybody reads it.
    const int flags = Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS | Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS
      | Xapian::DB_NO_TERMLIST;
    XapianBuilder *builder = new XapianBuilder();
    try {
      builder->database = Xapian::WritableDatabase(directory, flags);
    } catch (...) {
      delete builder;
      throw;
    }
    return builder;
  });
}

void xapianDiscard(XapianBuilder *builder) {
  // Closing writes what is left, which may fail.
  XapianOutcome outcome;
  guarded(&outcome, 0, [&] {
    builder->database.close();
    return 0;
  });
  delete builder;
}

void xapianWord(
  XapianBuilder *builder, const uint8_t *key, size_t count, XapianField field, const uint8_t beginnings[3],
  XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    count = std::min(count, size_t(XAPIAN_LONGEST_WORD));
    const char *text = reinterpret_cast<const char *>(key);
    Word &word = builder->word(text, count);
    if (!word.isTouched) {
      word.isTouched = true;
      word.inBody = 0;
      word.fields = 0;
      builder->touched.push_back(&word);
      for (int index = 0; index < 3 && word.postings.count == 0; index++) {
        size_t end = std::min(size_t(beginnings[index]), count);
        if (end == 0) break;
        std::string beginning(text, end);
        beginning[0] = 'q';
        word.beginnings[index] = &builder->word(beginning.data(), end);
      }
    }
    if (field == XAPIAN_BODY) word.inBody++;
    word.fields |= uint8_t(1 << field);
    return 0;
  });
}

void xapianDocument(
  XapianBuilder *builder, uint32_t number, size_t length, const uint16_t *codes, size_t codeCount,
  XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    for (Word *word : builder->touched) {
      uint8_t found = impact(*word, length);
      word->postings.add(number, found);
      word->isTouched = false;
      for (Word *beginning : word->beginnings) {
        if (beginning == nullptr) continue;
        if (beginning->best == 0) builder->begun.push_back(beginning);
        beginning->best = std::max(beginning->best, found);
      }
    }
    for (Word *beginning : builder->begun) {
      beginning->postings.add(number, beginning->best);
      beginning->best = 0;
    }
    for (size_t index = 1; index < codeCount; index++) {
      if (codes[index - 1] == 0 || codes[index] == 0) continue;
      Postings &pair = builder->pairs[xapianPair(codes[index - 1], codes[index])];
      if (pair.count == 0 || pair.last != number) pair.add(number);
    }
    builder->size += 3 * (builder->touched.size() + builder->begun.size()) + codeCount;
    builder->touched.clear();
    builder->begun.clear();
    return 0;
  });
}

void xapianSet(
  XapianBuilder *builder, const uint8_t *key, size_t keyCount, const uint8_t *value, size_t count,
  XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    builder->database.set_metadata(text(key, keyCount), text(value, count));
    return 0;
  });
}

size_t xapianSize(const XapianBuilder *builder) { return builder->size; }

void xapianFinish(XapianBuilder *builder, const char *path, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    // Rising keys fill the blocks one after another.
    std::vector<const std::pair<const std::string, Word> *> sorted;
    for (const auto &word : builder->words)
      if (word.second.postings.count > 0) sorted.push_back(&word);
    std::sort(sorted.begin(), sorted.end(), [](auto a, auto b) { return a->first < b->first; });
    for (size_t pair = 0; pair < builder->pairs.size(); pair++) {
      const char key[] = {'c', char(pair >> 8), char(pair)};
      if (builder->pairs[pair].count > 0)
        builder->database.set_metadata(std::string(key, sizeof key), builder->pairs[pair].whole());
    }
    builder->pairs.clear();
    for (auto word : sorted) builder->database.set_metadata(word->first, word->second.postings.whole());
    builder->words.clear();
    builder->database.commit();
    compact(builder->database, path);
    return 0;
  });
}

void xapianMerge(const char *const *paths, size_t count, const char *path, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    Xapian::Database all;
    for (size_t index = 0; index < count; index++) all.add_database(Xapian::Database(paths[index]));
    compact(all, path);
    return 0;
  });
}

XapianStemmer *xapianStemmer(const char *language) {
  XapianOutcome outcome;
  return guarded(&outcome, (XapianStemmer *)nullptr, [&] {
    return new XapianStemmer{Xapian::Stem(language), std::string()};
  });
}

void xapianFreeStemmer(XapianStemmer *stemmer) { delete stemmer; }

XapianBytes xapianStem(XapianStemmer *stemmer, const uint8_t *word, size_t count) {
  XapianOutcome outcome;
  return guarded(&outcome, XapianBytes{word, count}, [&] {
    stemmer->answer = stemmer->stem(text(word, count));
    return bytes(stemmer->answer);
  });
}
