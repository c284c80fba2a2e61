#pragma once
#include <libxml/xmlversion.h>
// With it, libxml2's headers bring all of ICU's, which the compiler may meet in another version in Foundation.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <libxml/encoding.h>
#include <stdlib.h>

// `xmlFree` is a variable, which is this unless a program sets it.
static inline void xmlFreeText(xmlChar *text) { free(text); }
