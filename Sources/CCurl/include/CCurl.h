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

// What connections a transfer may open.
struct luego_curl_rule {
  // Whether addresses of private networks are refused, and whether one was.
  int refuses_private, has_refused;
};

// Has sockets closed in programs that are started, and opened only as a rule says, which must outlive the transfer.
CURLcode luego_curl_set_rule(CURL *easy, struct luego_curl_rule *rule);

// Whether a text is an IP address of this machine or of a private network, which the web has no pages at.
int luego_is_private_address(const char *text);

/// The text that `info` names, which is the transfer's own; NULL when libcurl does not know it.
const char *luego_curl_get_text(CURL *easy, CURLINFO info);

/// The number that `info` names, or -1 when libcurl does not know it.
long luego_curl_get_long(CURL *easy, CURLINFO info);

/// The seconds after which a site wants to be asked again; 0 or less when it does not say.
long luego_curl_retry_after(CURL *easy);

/// A part of a URL, to be freed with `curl_free`.
CURLUcode luego_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

/// The transfer that a finished message is about; its union does not import.
CURLcode luego_curl_message_result(const CURLMsg *message);
