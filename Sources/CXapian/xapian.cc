#include "CXapian.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include <xapian.h>

namespace {

const char *const formatKey = "format";

void say(XapianOutcome *outcome, XapianCode code, const std::string &message) {
  outcome->code = code;
  size_t count = std::min(message.size(), sizeof outcome->message - 1);
  memcpy(outcome->message, message.data(), count);
  outcome->message[count] = 0;
}

// Calls `body` and turns what it throws into an outcome.
template <typename Value, typename Body>
Value guarded(XapianOutcome *outcome, Value failed, Body body) noexcept {
  try {
    outcome->code = XAPIAN_DONE;
    outcome->message[0] = 0;
    return body();
  } catch (const Xapian::DatabaseVersionError &error) {
    say(outcome, XAPIAN_OTHER_VERSION, error.get_msg());
  } catch (const Xapian::DatabaseModifiedError &error) {
    say(outcome, XAPIAN_CHANGED, error.get_msg());
  } catch (const Xapian::DatabaseLockError &error) {
    say(outcome, XAPIAN_FAILED, error.get_msg());
  } catch (const Xapian::DatabaseCorruptError &error) {
    say(outcome, XAPIAN_DAMAGED, error.get_msg());
  } catch (const Xapian::DatabaseNotFoundError &error) {
    say(outcome, XAPIAN_MISSING, error.get_msg());
  } catch (const Xapian::Error &error) {
    // Without an error of the system's the files make no sense; with these one is missing, or no file.
    const char *reason = error.get_error_string();
    const auto says = [reason](int code) { return reason == std::string(strerror(code)); };
    const bool isDamage = reason == nullptr || says(ENOENT) || says(EISDIR) || says(ENOTDIR);
    const auto code = isDamage ? XAPIAN_DAMAGED : says(ENOSPC) ? XAPIAN_NO_SPACE : XAPIAN_FAILED;
    say(outcome, code, error.get_msg() + (reason ? std::string(": ") + reason : ""));
  } catch (const std::bad_alloc &) {
    say(outcome, XAPIAN_FAILED, "no memory");
  } catch (const std::exception &error) {
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

// Calls `body` with each of some terms.
template <typename Body>
void forEach(XapianBytes terms, Body body) {
  for (size_t place = 0; place < terms.count;) {
    size_t count = std::min(size_t(terms.bytes[place]), terms.count - place - 1);
    if (!body(text(terms.bytes + place + 1, count))) return;
    place += 1 + count;
  }
}

XapianEntry entry(Xapian::docid number, const std::string &value) {
  if (value.size() != XAPIAN_VALUE) throw Xapian::DatabaseCorruptError("a document has no value");
  XapianEntry entry;
  entry.number = number;
  memcpy(entry.value, value.data(), XAPIAN_VALUE);
  return entry;
}

// The documents with a mark, none of which weighs anything.
class Marked : public Xapian::PostingSource {
  const uint8_t *marks;
  Xapian::docid size, number = 0;
  Xapian::doccount count;

  void move() {
    while (number < size && !marks[number]) number++;
  }

 public:
  Marked(const uint8_t *marks, size_t size)
    : marks(marks), size(Xapian::docid(size)), count(Xapian::doccount(std::count(marks, marks + size, 1))) {}
  void init(const Xapian::Database &) override { number = 0; }
  Xapian::doccount get_termfreq_min() const override { return count; }
  Xapian::doccount get_termfreq_est() const override { return count; }
  Xapian::doccount get_termfreq_max() const override { return count; }
  void next(double) override { number++, move(); }
  void skip_to(Xapian::docid to, double) override { number = std::max(number, to), move(); }
  bool at_end() const override { return number >= size; }
  Xapian::docid get_docid() const override { return number; }
};

}  // namespace

struct XapianReader {
  Xapian::Database database;
  std::vector<Xapian::Query> counted;
  std::vector<XapianEntry> entries;
  std::string answer;
};

struct XapianWriter {
  Xapian::WritableDatabase database;
  std::unordered_map<std::string, Xapian::termcount> terms;
  std::vector<std::string> marks;
};

struct XapianStemmer {
  Xapian::Stem stem;
  std::string answer;
};

XapianReader *xapianOpen(const char *path, const char *format, XapianOutcome *outcome) {
  return guarded(outcome, (XapianReader *)nullptr, [&] {
    Xapian::Database database(path);
    if (database.get_metadata(formatKey) != format) throw Xapian::DatabaseVersionError("its format is another");
    XapianReader *reader = new XapianReader();
    reader->database = database;
    return reader;
  });
}

void xapianClose(XapianReader *reader) { delete reader; }

XapianEntries xapianAll(XapianReader *reader, XapianOutcome *outcome) {
  return guarded(outcome, XapianEntries{nullptr, 0}, [&] {
    const Xapian::Database &database = reader->database;
    reader->entries.clear();
    for (auto value = database.valuestream_begin(0); value != database.valuestream_end(0); ++value)
      reader->entries.push_back(entry(value.get_docid(), *value));
    return XapianEntries{reader->entries.data(), reader->entries.size()};
  });
}

XapianBytes xapianTerms(
  XapianReader *reader, XapianBytes prefix, XapianBytes part, size_t limit, XapianOutcome *outcome) {
  return guarded(outcome, XapianBytes{nullptr, 0}, [&] {
    const std::string beginning = text(prefix.bytes, prefix.count), inside = text(part.bytes, part.count);
    std::vector<std::pair<uint32_t, std::string>> terms;
    auto end = reader->database.allterms_end(beginning);
    for (auto term = reader->database.allterms_begin(beginning); term != end; ++term) {
      const std::string found = *term;
      if (found.find(inside, beginning.size()) != std::string::npos) terms.push_back({term.get_termfreq(), found});
    }
    const size_t count = std::min(limit, terms.size());
    std::partial_sort(terms.begin(), terms.begin() + count, terms.end(), [](const auto &a, const auto &b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    reader->answer.clear();
    for (size_t index = 0; index < count; index++) {
      const auto &[often, term] = terms[index];
      reader->answer += char(term.size());
      reader->answer += term;
      for (int shift = 0; shift < 32; shift += 8) reader->answer += char(often >> shift);
    }
    return bytes(reader->answer);
  });
}

void xapianMark(XapianReader *reader, XapianBytes terms, uint8_t *marks, size_t size, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    // Frequent terms may leave nothing to mark for the others.
    Xapian::doccount left = reader->database.get_doccount();
    forEach(terms, [&](const std::string &term) {
      auto end = reader->database.postlist_end(term);
      for (auto posting = reader->database.postlist_begin(term); posting != end; ++posting) {
        if (*posting >= size || marks[*posting]) continue;
        marks[*posting] = 1;
        left--;
      }
      return left > 0;
    });
    return 0;
  });
}

void xapianCount(XapianReader *reader, XapianBytes terms, double scale, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    std::vector<Xapian::Query> alike;
    forEach(terms, [&](const std::string &term) {
      alike.push_back(Xapian::Query(term));
      return true;
    });
    if (alike.empty()) return 0;
    Xapian::Query together(Xapian::Query::OP_SYNONYM, alike.begin(), alike.end());
    reader->counted.push_back(Xapian::Query(Xapian::Query::OP_SCALE_WEIGHT, together, scale));
    return 0;
  });
}

XapianEntries xapianRank(
  XapianReader *reader, const uint8_t *marks, size_t size, size_t limit, XapianOutcome *outcome) {
  return guarded(outcome, XapianEntries{nullptr, 0}, [&] {
    Marked marked(marks, size);
    Xapian::Query any(Xapian::Query::OP_OR, reader->counted.begin(), reader->counted.end());
    reader->counted.clear();
    Xapian::Enquire enquire(reader->database);
    enquire.set_query(Xapian::Query(Xapian::Query::OP_AND_MAYBE, Xapian::Query(&marked), any));
    enquire.set_weighting_scheme(Xapian::BM25Weight(1.2, 0, 1, 0.75, 0.5));
    enquire.set_sort_by_relevance_then_value(0, false);
    reader->entries.clear();
    Xapian::MSet found = enquire.get_mset(0, Xapian::doccount(limit));
    for (auto document = found.begin(); document != found.end(); ++document)
      reader->entries.push_back(entry(*document, document.get_document().get_value(0)));
    return XapianEntries{reader->entries.data(), reader->entries.size()};
  });
}

XapianWriter *xapianOpenWriter(const char *path, const char *format, XapianOutcome *outcome) {
  return guarded(outcome, (XapianWriter *)nullptr, [&] {
    // Whoever may write holds our own lock; Xapian's can only be held by a child that was just forked, until it runs its
    // program.
    Xapian::WritableDatabase database(path, Xapian::DB_CREATE_OR_OPEN | Xapian::DB_RETRY_LOCK);
    const std::string found = database.get_metadata(formatKey);
    if (found.empty() && database.get_doccount() == 0) {
      database.set_metadata(formatKey, format);
      database.commit();
    } else if (found != format) {
      throw Xapian::DatabaseVersionError("its format is another");
    }
    // Within a transaction nothing is committed unasked.
    database.begin_transaction();
    XapianWriter *writer = new XapianWriter();
    writer->database = database;
    return writer;
  });
}

void xapianCloseWriter(XapianWriter *writer) {
  XapianOutcome outcome;
  guarded(&outcome, 0, [&] {
    writer->database.cancel_transaction();
    return 0;
  });
  guarded(&outcome, 0, [&] {
    delete writer;
    return 0;
  });
}

void xapianAddTerm(XapianWriter *writer, const uint8_t *term, size_t count, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    writer->terms[text(term, count)]++;
    return 0;
  });
}

void xapianAddMark(XapianWriter *writer, const char *mark, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    writer->marks.push_back(mark);
    return 0;
  });
}

void xapianPut(
  XapianWriter *writer, const char *mark, const uint8_t value[XAPIAN_VALUE], XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    // A document keeps its terms sorted, and takes sorted ones fastest.
    std::vector<const std::pair<const std::string, Xapian::termcount> *> sorted;
    for (const auto &term : writer->terms) sorted.push_back(&term);
    std::sort(sorted.begin(), sorted.end(), [](auto a, auto b) { return a->first < b->first; });
    Xapian::Document document;
    for (auto term : sorted) document.add_term(term->first, term->second);
    for (const auto &mark : writer->marks) document.add_boolean_term(mark);
    document.add_boolean_term(mark);
    document.add_value(0, text(value, XAPIAN_VALUE));
    writer->terms.clear();
    writer->marks.clear();
    writer->database.replace_document(std::string(mark), document);
    return 0;
  });
}

void xapianRemove(XapianWriter *writer, const char *mark, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    writer->database.delete_document(std::string(mark));
    return 0;
  });
}

void xapianCommit(XapianWriter *writer, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    writer->database.commit_transaction();
    writer->database.begin_transaction();
    return 0;
  });
}

void xapianCompact(const char *path, const char *target, XapianOutcome *outcome) {
  guarded(outcome, 0, [&] {
    Xapian::Database(path).compact(target, Xapian::DBCOMPACT_NO_RENUMBER);
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
