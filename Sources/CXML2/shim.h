#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <libxml/encoding.h>

// `xmlFree` is a variable that a program could set; Swift may not read it.
static inline void xmlFreeText(xmlChar *text) { xmlFree(text); }
