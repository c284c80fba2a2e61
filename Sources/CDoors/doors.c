// Libraries that most starts call nothing of, each loaded by the first call: with the ten that they bring along they
// are a third of what starting the process costs.
//
// Functions of theirs are defined here under their own names, and pass on what they are given as it lies in
// registers: on all systems of 64 bits those that take no more than six integers or pointers, and give one, are called
// alike. Where a library is missing they give 0, as where there is no memory.

#include <cmark-gfm_version.h>
#include <dlfcn.h>
#include <stddef.h>

typedef long word;
typedef word function(word, word, word, word, word, word);

static function *find(const char *library, const char *name) {
  void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return loaded ? (function *)dlsym(loaded, name) : NULL;
}

// That several threads find a function at once is no harm.
#define DOOR(library, name)                                                       \
  __attribute__((visibility("hidden"))) word name(                                \
    word first, word second, word third, word fourth, word fifth, word sixth      \
  ) {                                                                             \
    static function *_Atomic found;                                               \
    function *known = found;                                                      \
    if (!known) found = known = find(library, #name);                             \
    return known ? known(first, second, third, fourth, fifth, sixth) : 0;         \
  }

#define ARCHIVE(name) DOOR("libarchive.so.13", name)
ARCHIVE(archive_entry_filetype) ARCHIVE(archive_entry_free) ARCHIVE(archive_entry_hardlink)
ARCHIVE(archive_entry_is_encrypted) ARCHIVE(archive_entry_new) ARCHIVE(archive_entry_pathname)
ARCHIVE(archive_entry_pathname_utf8) ARCHIVE(archive_entry_set_filetype) ARCHIVE(archive_error_string)
ARCHIVE(archive_read_data) ARCHIVE(archive_read_free) ARCHIVE(archive_read_new) ARCHIVE(archive_read_next_header)
ARCHIVE(archive_read_open_fd) ARCHIVE(archive_read_support_format_zip_seekable) ARCHIVE(archive_write_add_filter_gzip)
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
