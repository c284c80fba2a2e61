// cmark-gfm behind one function: its extensions are set up by calls whose order matters.

#include "CCMark.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The library keeps its extensions, and their special characters while it parses, in variables of its own.
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void attach(cmark_parser *parser, const char *name) {
  cmark_syntax_extension *extension = cmark_find_syntax_extension(name);
  if (extension != NULL) cmark_parser_attach_syntax_extension(parser, extension);
}

char *cmarkHTML(const char *text, size_t length, int findsTables, int findsFootnotes, int findsAddresses) {
  const int options = CMARK_OPT_UNSAFE | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    | (findsFootnotes ? CMARK_OPT_FOOTNOTES : 0);
  pthread_mutex_lock(&turn);
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser *parser = cmark_parser_new(options);
  if (parser == NULL) {
    pthread_mutex_unlock(&turn);
    return NULL;
  }
  if (findsTables) attach(parser, "table");
  attach(parser, "strikethrough");
  attach(parser, "tasklist");
  if (findsAddresses) attach(parser, "autolink");
  cmark_parser_feed(parser, text, length);
  cmark_node *document = cmark_parser_finish(parser);
  char *html = cmark_render_html(document, options, cmark_parser_get_syntax_extensions(parser));
  cmark_node_free(document);
  cmark_parser_free(parser);
  pthread_mutex_unlock(&turn);
  return html;
}

char *cmarkReference(const char *text) {
  pthread_mutex_lock(&turn);
  cmark_node *document = cmark_parse_document(text, strlen(text), CMARK_OPT_DEFAULT);
  pthread_mutex_unlock(&turn);
  if (document == NULL) return NULL;
  cmark_node *paragraph = cmark_node_first_child(document);
  cmark_node *first = paragraph == NULL ? NULL : cmark_node_first_child(paragraph);
  const char *literal = first == NULL ? NULL : cmark_node_get_literal(first);
  char *found = literal == NULL || strcmp(literal, text) == 0 ? NULL : strdup(literal);
  cmark_node_free(document);
  return found;
}

void cmarkFree(char *html) { free(html); }
