#pragma once

// libcurl, loaded when it is first called. The functions of its header that this library uses are defined
// here; each loads it and calls the one of the same name. Where it is missing they give what they give on
// failure.

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stddef.h>

// The setters and getters are variadic, and variadic functions do not import into Swift: each shape of
// argument gets a function of its own.

typedef size_t (*luego_curl_receive)(char *bytes, size_t size, size_t count, void *context);

CURLcode luego_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode luego_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode luego_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *list);
CURLcode luego_curl_set_body(CURL *easy, luego_curl_receive receive, void *context);
CURLcode luego_curl_set_header(CURL *easy, luego_curl_receive receive, void *context);
CURLcode luego_curl_set_trace(CURL *easy, curl_debug_callback trace, void *context);

// Has sockets closed in programs that are started.
CURLcode luego_curl_close_on_exec(CURL *easy);

/// The number that `info` names, or -1 when libcurl does not know it.
long luego_curl_get_long(CURL *easy, CURLINFO info);

/// The count or the microseconds that `info` names, or -1 when libcurl does not know it.
long long luego_curl_get_offset(CURL *easy, CURLINFO info);

/// A part of a URL, to be freed with `curl_free`.
CURLUcode luego_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

/// The transfer that a finished message is about; its union does not import.
CURLcode luego_curl_message_result(const CURLMsg *message);
