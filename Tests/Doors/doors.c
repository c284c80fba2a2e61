// Hostile inputs for the parts in C and C++, built so that a read or write outside of memory ends the program. Each
// input lies in memory of exactly its length.

#include "../../Sources/CArchive/shim.h"
#include "../../Sources/CCMark/include/CCMark.h"
#include "../../Sources/CCurl/include/CCurl.h"
#include "../../Sources/CFileSystem/shim.h"
#include "../../Sources/CICU/include/CICU.h"
#include "../../Sources/CNcurses/shim.h"
#include "../../Sources/CUchardet/shim.h"
#include "../../Sources/CXapian/include/CXapian.h"
#include <sys/stat.h>

static uint64_t state = 88172645463325252u;
static size_t below(size_t bound) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (size_t)(state % bound);
}

static const uint8_t value[XAPIAN_VALUE] = "the stamp of one";
static char place[64], broken[80];

static void check(int holds, const char *what) {
  if (!holds) fprintf(stderr, "doors: %s\n", what), abort();
}

static uint8_t *copy(const void *bytes, size_t count) { return count ? memcpy(malloc(count), bytes, count) : malloc(0); }

// Libraries keep what they allocated once.
const char *__asan_default_options(void) { return "detect_leaks=0"; }

static const char *const pieces[] = {
  "", "\0", "x", "heron ", "\xff\xfe", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x80", "e\xcc\x81", "\xcc\x81",
  "\xe0\xb8\x81", "\xe6\x97\xa5", "\xd9\x85\xd8\xb1", "\xe2\x80\xae", "\xf0\x9f\x91\xa9\xe2\x80\x8d", "\xef\xb7\xba", "\xc5\x93",
  "xn--", "> ", "[", "![a](", "*_", "`", "| a | b |\n", "[^1]: x\n", "~~", "<a ", "&#x110000;", "http://[::1]:99999/", "a@b.c ",
  "- [ ] ", "\x1b[<0;1;1M", "\x1b]11;rgb:", "PK\3\4", "PK\1\2", "PK\5\6", "\x1b$B0", "\x82\xa0", "%zz", "\n", "../"};
enum { PIECES = sizeof pieces / sizeof *pieces };

// Calls `body` with nothing, with each piece repeated, and with pieces and bytes at random.
static void each(size_t most, void (*body)(const uint8_t *bytes, size_t count)) {
  for (size_t number = 0; number < 4 * PIECES; number++) {
    char *text = malloc(most + 32);
    size_t count = 0;
    const size_t wanted = number == 0 ? 0 : number < PIECES ? most : below(number % 3 ? 40 : most / 8);
    while (count < wanted) {
      const size_t piece = number < PIECES ? number : below(PIECES), length = piece == 1 ? 1 : strlen(pieces[piece]);
      memcpy(text + count, pieces[piece], length), count += length;
      if (number >= PIECES && below(5) == 0) text[count++] = (char)below(256);
    }
    uint8_t *own = copy(text, count);
    body(own, count), free(own), free(text);
  }
}

static void languages(const uint8_t *bytes, size_t count) {
  for (int ways = 0; ways < 4 && count < 3000; ways += 3) cmarkFree(cmarkHTML((const char *)bytes, count, ways & 1, ways & 1, ways & 2));
  static ICUBreaks all[2];
  for (int kind = 0; kind < 2; kind++) {
    if (all[kind] == NULL) all[kind] = kind ? icuOpenWords() : icuOpenLines();
    check(icuSetText(all[kind], (const char *)bytes, (int64_t)count), "no breaks");
    for (int32_t last = 0, next; (next = icuNext(all[kind])) >= 0; last = next)
      check(next > last && (size_t)next <= count && icuIsWord(all[kind]) < 2, "a break goes back");
    icuSetText(all[kind], "", 0);
  }
  int32_t folded = -1, units = (int32_t)(count / 2);
  icuFree(icuFolded((const char *)bytes, (int32_t)count, &folded));
  check(folded >= 0, "nothing is folded");
  uint16_t *wide = (uint16_t *)copy(bytes, (size_t)units * 2);
  uint8_t *levels = malloc((size_t)units);
  int32_t *order = malloc((size_t)units * 4);
  if (icuLevels(wide, units, (uint8_t)(count & 1), levels)) icuVisualOrder(levels, units, order);
  free(wide), free(levels), free(order);
  for (int32_t room = 0; room < 300 && count < 5000; room = room * 4 + 1) {
    char *out = malloc((size_t)room);
    check(icuLabel((const char *)bytes, (int32_t)count, room & 1, out, room) <= room, "a label is too long"), free(out);
  }
}

static void encodings(const uint8_t *bytes, size_t count) {
  const char *names[] = {"", "UTF-8", "SHIFT_JIS", "GB18030", "UTF-16LE", "ISO-2022-JP", "UTF-7", "BIG5-HKSCS"};
  uchardet_t guess = uchardet_new();
  uchardet_handle_data(guess, (const char *)bytes, count), uchardet_data_end(guess);
  names[0] = uchardet_get_charset(guess);
  for (int number = 0; number < 8; number++) {
    void *converter = luego_converter(names[number]);
    char *next = (char *)bytes, out[64];
    for (size_t left = count; converter != NULL && left > 0;) {
      char *target = out;
      size_t room = sizeof out;
      if (luego_convert(converter, &next, &left, &target, &room) == LUEGO_NOT_IN_ENCODING) next++, left--;
    }
    if (converter != NULL) luego_free_converter(converter);
  }
  uchardet_delete(guess);
}

// Addresses of the web, and names of files.
static void addresses(const uint8_t *bytes, size_t count) {
  char *text = strndup((const char *)bytes, count), *part = NULL;
  CURLU *url = curl_url();
  luego_is_private_address(text);
  if (url != NULL && curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE) == CURLUE_OK)
    for (int kind = CURLUPART_URL; kind <= CURLUPART_FRAGMENT; kind++)
      if (luego_curl_url_get(url, (CURLUPart)kind, &part, CURLU_URLDECODE) == CURLUE_OK) curl_free(part);
  const int file = luego_open_below(place, text, O_RDONLY | O_NONBLOCK, 0);
  luego_file_system_kind(file), check(luego_place("/no such file", text) != 0, text);
  if (file >= 0) close(file);
  curl_url_cleanup(url), free(text);
}

static void transfer(void) {
  struct luego_curl_rule rule = {.refuses_private = 1};
  CURL *easy = curl_easy_init();
  CURLM *all = curl_multi_init();
  luego_curl_set_rule(easy, &rule), luego_curl_set_text(easy, CURLOPT_URL, "http://127.0.0.1:1/");
  curl_multi_add_handle(all, easy);
  for (int running = 1; running > 0 && curl_multi_perform(all, &running) == CURLM_OK;)
    if (running > 0) curl_multi_poll(all, NULL, 0, 100, NULL);
  check(rule.has_refused, "an address of this machine is opened");
  curl_multi_remove_handle(all, easy), curl_easy_cleanup(easy), curl_multi_cleanup(all);
}

static void archive(const uint8_t *bytes, size_t count) {
  struct archive *reader = archive_read_new();
  struct archive_entry *entry;
  uint8_t buffer[512];
  archive_read_support_format_zip(reader);
  if (archive_read_open_memory(reader, bytes, count) == ARCHIVE_OK)
    for (int number = 0; number < 100 && archive_read_next_header(reader, &entry) >= ARCHIVE_WARN; number++)
      while (luego_is_file(entry) && archive_read_data(reader, buffer, sizeof buffer) > 0) continue;
  archive_read_free(reader);
}

static void damagedArchives(void) {
  uint8_t whole[4096] = {0};
  size_t size = 0;
  struct archive *writer = archive_write_new();
  struct archive_entry *entry = archive_entry_new();
  archive_write_set_format_zip(writer), archive_write_open_memory(writer, whole, sizeof whole, &size);
  archive_entry_set_pathname(entry, "../a.json"), archive_entry_set_size(entry, 300), luego_set_file(entry);
  for (int number = 0; number < 3; number++) archive_write_header(writer, entry), archive_write_data(writer, pieces, 300);
  archive_entry_free(entry), archive_write_free(writer);
  for (int round = 0; round < 1000; round++) {
    const size_t count = round % 2 ? size : 1 + below(size);
    uint8_t *own = copy(whole, count);
    for (size_t flips = below(6); flips > 0; flips--) own[below(count)] ^= (uint8_t)(1 << below(8));
    archive(own, count), free(own);
  }
}

// Asks a database everything, whatever it is, and writes a document into it.
static void search(const char *path, const uint8_t *bytes, size_t count) {
  XapianOutcome outcome;
  XapianReader *reader = xapianOpen(path, "1", &outcome);
  const XapianBytes some = {bytes, count}, none = {bytes, 0};
  if (reader != NULL) {
    const size_t size = xapianAll(reader, &outcome).count + below(3);
    uint8_t *marks = calloc(size, 1);
    xapianTerms(reader, some, some, 50, &outcome), xapianMark(reader, some, marks, size, &outcome);
    const XapianBytes listed = xapianTerms(reader, none, none, 500, &outcome);
    uint8_t *terms = copy(listed.bytes, listed.count);
    for (size_t start = 0; start < listed.count; start += 5 + terms[start])
      xapianMark(reader, (XapianBytes){terms + start, 1u + terms[start]}, marks, size, &outcome);
    xapianCount(reader, some, 0.5, &outcome);
    check(xapianRank(reader, marks, size, 10, &outcome).count <= 10, "too much is found");
    free(marks), free(terms), xapianClose(reader);
  }
  XapianWriter *writer = xapianOpenWriter(path, "1", &outcome);
  if (writer == NULL) return;
  xapianAddMark(writer, "mark", &outcome);
  for (size_t start = 0; start < count; start += 300) xapianAddTerm(writer, bytes + start, below(count - start + 1), &outcome);
  xapianPut(writer, below(2) ? "Q1" : "Q2", value, &outcome), xapianRemove(writer, "Q3", &outcome);
  xapianCommit(writer, &outcome), xapianCloseWriter(writer);
}

static void database(const uint8_t *bytes, size_t count) {
  const char *const names[] = {"iamglass", "postlist.glass", "termlist.glass"};
  char line[400];
  XapianStemmer *stemmer = xapianStemmer(count % 2 ? "en" : "ar");
  xapianStem(stemmer, bytes, count), xapianFreeStemmer(stemmer), search(place, bytes, count);
  snprintf(line, sizeof line, "rm -rf %s && cp -r %s %s", broken, place, broken), check(system(line) == 0, line);
  snprintf(line, sizeof line, "%s/%s", broken, names[below(3)]);
  FILE *file = fopen(line, "r+");
  check(file != NULL && fseek(file, 0, SEEK_END) == 0, line);
  const size_t size = (size_t)ftell(file);
  for (size_t flips = 1 + below(9); size > 0 && flips > 0; flips--)
    fseek(file, (long)below(size), SEEK_SET), fputc((int)below(256), file);
  if (below(3) == 0) check(ftruncate(fileno(file), (off_t)below(size + 1)) == 0, line);
  fclose(file), search(broken, value, sizeof value);
}

static void keys(const uint8_t *bytes, size_t count) {
  char *name = strndup((const char *)bytes, count);
  int ends[2];
  uint32_t read = 0;
  mbstate_t partial = {0};
  luego_string(name), luego_filled(name, -1, 1 << 30), luego_number(name), luego_flag(name), free(name);
  for (size_t index = 0; index < count; index++) luego_width(bytes[index] * 4099u);
  check(luego_pipe(ends) == 0 && dup2(ends[0], 0) == 0 && close(ends[0]) == 0, "no pipe");
  for (size_t start = 0; start < count; start += 4096) {
    check(write(ends[1], bytes + start, count - start < 4096 ? count - start : 4096) > 0, "nobody reads");
    while (luego_read(&read, &partial) >= 0) continue;
  }
  close(ends[1]);
}

int main(void) {
  const char *const terminals[] = {"", "../../etc/passwd", "no such terminal", "vt52", "xterm-256color"};
  const int nowhere = open("/dev/null", O_RDWR);
  char line[200];
  setlocale(LC_ALL, "C.UTF-8");
  check(mkdtemp(strcpy(place, "/tmp/luego-doors-XXXXXX")) != NULL, "no directory");
  snprintf(broken, sizeof broken, "%s-broken", place), snprintf(line, sizeof line, "rm -rf %s %s", place, broken);
  each(2000, languages), each(100000, languages), each(20000, encodings), each(30000, addresses), each(30000, archive);
  damagedArchives(), transfer(), each(3000, database), check(system(line) == 0, line);
  for (uint32_t scalar = 0; scalar < 0x120000; scalar += 7) icuMirrored(scalar), icuContinues(scalar);
  for (int number = 0; number < 5; number++) check(luego_describe(terminals[number], nowhere) == (number == 4), "a terminal");
  check(luego_open("xterm-256color", dup2(nowhere, 0), nowhere) != NULL, "no screen");
  luego_enter(), keypad(luego_stdscr(), TRUE), nodelay(luego_stdscr(), TRUE);
  each(10000, keys), endwin();
  return 0;
}
