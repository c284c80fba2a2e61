#pragma once
#include <stddef.h>

// Markdown as HTML, by cmark-gfm with GitHub's extensions; to be freed by `cmarkFree`.
//
// The text is valid UTF-8; markup in it is passed on as it is.
char *cmarkHTML(const char *text, size_t length, int findsTables, int findsFootnotes, int findsAddresses);

// The characters of an HTML character reference, such as "&eacute;", to be freed by `cmarkFree`; NULL for what is none.
char *cmarkReference(const char *text);

void cmarkFree(char *html);
