#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <libxml/encoding.h>
#include <stdlib.h>

// `xmlFree` is a variable, which is this unless a program sets it.
static inline void xmlFreeText(xmlChar *text) { free(text); }
