// Libraries that most starts call nothing of, each loaded by the first call: with all that they bring along they
// take more than half of what starting the process costs.
//
// Functions of theirs are defined here under their own names, and pass on what they are given as it lies in registers
// and, beyond six, on the stack: on all systems of 64 bits those that take no more than eight integers or pointers, and
// give one, or two together, are called alike. Where a library is missing they give 0, as where there is no memory.

#define _GNU_SOURCE
#include <cmark-gfm_version.h>
#include <dlfcn.h>
#include <libxml/xmlversion.h>
#include <stddef.h>
#include <string.h>
#include <unicode/uvernum.h>
#include <unistd.h>

typedef long word;
typedef struct { word first, second; } words;

#define OWN "libluego-xapian.so"

// Opens a library; the program's own beside it or where it is installed. To have the system's loader look there would
// have it look there at each start for all others as well.
static void *load(const char *library) {
  static const char *const places[] = {"", "../lib/luego/"};
  char path[4096];
  ssize_t length = strcmp(library, OWN) == 0 ? readlink("/proc/self/exe", path, sizeof path - 64) : 0;
  while (length > 0 && path[length - 1] != '/') length--;
  for (int place = 0; place < 2 && length > 0; place++) {
    stpcpy(stpcpy(path + length, places[place]), library);
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (loaded) return loaded;
  }
  return dlopen(library, RTLD_NOW | RTLD_LOCAL);
}

static void *find(const char *library, const char *name) {
  void *loaded = load(library);
  return loaded ? dlsym(loaded, name) : NULL;
}

// Six words are in registers; those that a function takes no more of are whatever lies on the stack, and harm nobody.
// That several threads find a function at once is no harm either.
#define PASS(result, library, name)                                                                               \
  __attribute__((visibility("hidden"))) result name(                                                              \
    word first, word second, word third, word fourth, word fifth, word sixth, word seventh, word eighth           \
  ) {                                                                                                             \
    typedef result function(word, word, word, word, word, word, word, word);                                      \
    static function *_Atomic found;                                                                               \
    function *known = found;                                                                                      \
    if (!known) found = known = (function *)find(library, #name);                                                 \
    return known ? known(first, second, third, fourth, fifth, sixth, seventh, eighth) : (result){0};              \
  }
#define DOOR(library, name) PASS(word, library, name)

#define ARCHIVE(name) DOOR("libarchive.so.13", name)
ARCHIVE(archive_entry_filetype) ARCHIVE(archive_entry_free) ARCHIVE(archive_entry_hardlink)
ARCHIVE(archive_entry_is_encrypted) ARCHIVE(archive_entry_new) ARCHIVE(archive_entry_pathname)
ARCHIVE(archive_entry_pathname_utf8) ARCHIVE(archive_entry_set_filetype) ARCHIVE(archive_error_string)
ARCHIVE(archive_read_data) ARCHIVE(archive_read_free) ARCHIVE(archive_read_new) ARCHIVE(archive_read_next_header)
ARCHIVE(archive_read_open_fd) ARCHIVE(archive_read_open_memory)
ARCHIVE(archive_read_support_filter_gzip) ARCHIVE(archive_read_support_format_raw)
ARCHIVE(archive_read_support_format_zip_seekable) ARCHIVE(archive_write_add_filter_gzip)
ARCHIVE(archive_write_close) ARCHIVE(archive_write_data) ARCHIVE(archive_write_free) ARCHIVE(archive_write_header)
ARCHIVE(archive_write_new) ARCHIVE(archive_write_open_memory) ARCHIVE(archive_write_set_format_raw)

#define UCHARDET(name) DOOR("libuchardet.so.0", name)
UCHARDET(uchardet_data_end) UCHARDET(uchardet_delete) UCHARDET(uchardet_get_charset) UCHARDET(uchardet_handle_data)
UCHARDET(uchardet_new)

#define CMARK(name) DOOR("libcmark-gfm.so." CMARK_GFM_VERSION_STRING, name)
CMARK(cmark_find_syntax_extension) CMARK(cmark_node_free) CMARK(cmark_parser_attach_syntax_extension)
CMARK(cmark_parser_feed) CMARK(cmark_parser_finish) CMARK(cmark_parser_free) CMARK(cmark_parser_get_syntax_extensions)
CMARK(cmark_parser_new) CMARK(cmark_render_html)
DOOR("libcmark-gfm-extensions.so." CMARK_GFM_VERSION_STRING, cmark_gfm_core_extensions_ensure_registered)

// The library's name has its interface's number.
#if LIBXML_VERSION >= 21400
#define XML(name) DOOR("libxml2.so.16", name)
#else
#define XML(name) DOOR("libxml2.so.2", name)
#endif
XML(htmlCreateMemoryParserCtxt) XML(htmlCtxtUseOptions) XML(htmlFreeParserCtxt) XML(htmlParseDocument)
XML(htmlReadMemory) XML(xmlDocGetRootElement) XML(xmlFreeDoc) XML(xmlInitParser) XML(xmlNodeGetContent)
XML(xmlNodeListGetString) XML(xmlStopParser) XML(xmlXPathCastToBoolean) XML(xmlXPathCastToString)
XML(xmlXPathCtxtCompile) XML(xmlXPathEvalExpression) XML(xmlXPathFreeCompExpr) XML(xmlXPathFreeContext)
XML(xmlXPathFreeObject) XML(xmlXPathNewContext)

// Names of functions end in the library's version.
#define ICU(name) DOOR("libicuuc.so." U_ICU_VERSION_SHORT, U_ICU_ENTRY_POINT_RENAME(name))
ICU(u_charMirror) ICU(u_charName) ICU(u_charType) ICU(u_getCombiningClass) ICU(u_getIntPropertyValue)
ICU(u_hasBinaryProperty) ICU(u_strFromUTF8WithSub) ICU(u_strToUTF8) ICU(ubidi_close) ICU(ubidi_getLevels)
ICU(ubidi_openSized) ICU(ubidi_reorderVisual) ICU(ubidi_setPara) ICU(ubrk_getRuleStatus) ICU(ubrk_next) ICU(ubrk_open)
ICU(ubrk_setUText) ICU(uidna_close) ICU(uidna_labelToASCII_UTF8) ICU(uidna_labelToUnicodeUTF8) ICU(uidna_openUTS46)
ICU(unorm2_getNFCInstance) ICU(unorm2_getNFDInstance) ICU(unorm2_getNFKCCasefoldInstance)
ICU(unorm2_hasBoundaryBefore) ICU(unorm2_normalize) ICU(unorm2_openFiltered) ICU(uscript_getScript)
ICU(uset_openPattern) ICU(utext_close) ICU(utext_openUTF8)

// What is in `CXapianLibrary`.
#define XAPIAN(name) DOOR(OWN, xapian##name)
XAPIAN(Close) XAPIAN(Create) XAPIAN(Discard) XAPIAN(Document) XAPIAN(Finish) XAPIAN(FreeStemmer) XAPIAN(Merge)
XAPIAN(Open) XAPIAN(Set) XAPIAN(Size) XAPIAN(Stemmer) XAPIAN(Word)
#define XAPIAN_BYTES(name) PASS(words, OWN, xapian##name)
XAPIAN_BYTES(Keys) XAPIAN_BYTES(Stem) XAPIAN_BYTES(Value)
