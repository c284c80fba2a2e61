#pragma once

// libcurl's setters and getters are variadic, and variadic functions do not import into Swift:
// each shape of argument gets an inline function of its own.

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stddef.h>
#include <sys/socket.h>

typedef size_t (*luego_curl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode luego_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode luego_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode luego_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(easy, option, list);
}

static inline CURLcode luego_curl_set_body(CURL *easy, luego_curl_receive receive, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive) : code;
}

static inline CURLcode luego_curl_set_header(CURL *easy, luego_curl_receive receive, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive) : code;
}

static inline CURLcode luego_curl_set_trace(CURL *easy, curl_debug_callback trace, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, trace) : code;
}

static inline curl_socket_t luego_curl_open_socket(
  void *context, curlsocktype purpose, struct curl_sockaddr *address
) {
  (void)context;
  (void)purpose;
  // SOCK_CLOEXEC, which the headers show only to some: programs that are started must not inherit
  // connections.
  return socket(address->family, address->socktype | 02000000, address->protocol);
}

static inline CURLcode luego_curl_close_on_exec(CURL *easy) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, luego_curl_open_socket);
}

/// The number that `info` names, or -1 when libcurl does not know it.
static inline long luego_curl_get_long(CURL *easy, CURLINFO info) {
  long value = -1;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

/// The count or the microseconds that `info` names, or -1 when libcurl does not know it.
static inline long long luego_curl_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = -1;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? (long long)value : -1;
}

/// The transfer that a finished message is about; its union does not import.
static inline CURLcode luego_curl_message_result(const CURLMsg *message) {
  return message->data.result;
}
