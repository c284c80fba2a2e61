// libcurl brings some thirty libraries, and loading them takes as long as all else that starting a process
// takes. Most starts fetch nothing; so it is loaded by its first call.

#include "CCurl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <sys/socket.h>

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) { library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }

static void *find(const char *name) {
  pthread_once(&once, load);
  return library ? dlsym(library, name) : NULL;
}

// A pointer to libcurl's function of a name, found once; that several threads find it is no harm.
#define FIND(type, name)                                    \
  static type *_Atomic found;                               \
  type *function = found;                                   \
  if (!function) found = function = (type *)find(#name)

#define FORWARD(result, name, parameters, arguments, otherwise) \
  typedef result name##_type parameters;                        \
  __attribute__((visibility("hidden"))) result name parameters { \
    FIND(name##_type, name);                                    \
    return function ? function arguments : otherwise;           \
  }

#define FORWARD_VOID(name, parameters, arguments)             \
  typedef void name##_type parameters;                        \
  __attribute__((visibility("hidden"))) void name parameters { \
    FIND(name##_type, name);                                  \
    if (function) function arguments;                         \
  }

FORWARD(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(CURL *, curl_easy_init, (void), (), NULL)
FORWARD_VOID(curl_easy_cleanup, (CURL *easy), (easy))
FORWARD(const char *, curl_easy_strerror, (CURLcode code), (code), "libcurl.so.4 is not installed")
FORWARD_VOID(curl_free, (void *pointer), (pointer))
FORWARD(time_t, curl_getdate, (const char *text, const time_t *unused), (text, unused), -1)
FORWARD(
  struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text), NULL
)
FORWARD_VOID(curl_slist_free_all, (struct curl_slist *list), (list))

FORWARD(CURLM *, curl_multi_init, (void), (), NULL)
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)
FORWARD(
  CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), (multi, easy), CURLM_BAD_HANDLE
)
FORWARD(
  CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), (multi, easy), CURLM_BAD_HANDLE
)
FORWARD(
  CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running), CURLM_BAD_HANDLE
)
FORWARD(
  CURLMcode,
  curl_multi_poll,
  (CURLM *multi, struct curl_waitfd others[], unsigned int count, int milliseconds, int *ready),
  (multi, others, count, milliseconds, ready),
  CURLM_BAD_HANDLE
)
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left), NULL)

FORWARD(CURLU *, curl_url, (void), (), NULL)
FORWARD_VOID(curl_url_cleanup, (CURLU *url), (url))
FORWARD(
  CURLUcode,
  curl_url_set,
  (CURLU *url, CURLUPart part, const char *text, unsigned int flags),
  (url, part, text, flags),
  CURLUE_BAD_HANDLE
)

// Its declaration differs between versions.
typedef CURLUcode url_get_type(CURLU *url, CURLUPart part, char **text, unsigned int flags);

CURLUcode luego_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
  FIND(url_get_type, curl_url_get);
  return function ? function(url, part, text, flags) : CURLUE_BAD_HANDLE;
}

typedef CURLcode setopt_type(CURL *easy, CURLoption option, ...);
typedef CURLcode getinfo_type(CURL *easy, CURLINFO info, ...);

static setopt_type *setopt(void) {
  FIND(setopt_type, curl_easy_setopt);
  return function;
}

static getinfo_type *getinfo(void) {
  FIND(getinfo_type, curl_easy_getinfo);
  return function;
}

#define SET(easy, option, value) (setopt() ? setopt()(easy, option, value) : CURLE_FAILED_INIT)
#define GET(easy, info, value) (getinfo() ? getinfo()(easy, info, value) : CURLE_FAILED_INIT)

CURLcode luego_curl_set_long(CURL *easy, CURLoption option, long value) {
  return SET(easy, option, value);
}

CURLcode luego_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return SET(easy, option, value);
}

CURLcode luego_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
  return SET(easy, option, list);
}

CURLcode luego_curl_set_body(CURL *easy, luego_curl_receive receive, void *context) {
  CURLcode code = SET(easy, CURLOPT_WRITEDATA, context);
  return code == CURLE_OK ? SET(easy, CURLOPT_WRITEFUNCTION, receive) : code;
}

CURLcode luego_curl_set_header(CURL *easy, luego_curl_receive receive, void *context) {
  CURLcode code = SET(easy, CURLOPT_HEADERDATA, context);
  return code == CURLE_OK ? SET(easy, CURLOPT_HEADERFUNCTION, receive) : code;
}

CURLcode luego_curl_set_trace(CURL *easy, curl_debug_callback trace, void *context) {
  CURLcode code = SET(easy, CURLOPT_DEBUGDATA, context);
  return code == CURLE_OK ? SET(easy, CURLOPT_DEBUGFUNCTION, trace) : code;
}

static curl_socket_t open_socket(
  void *context, curlsocktype purpose, struct curl_sockaddr *address
) {
  (void)context;
  (void)purpose;
  // SOCK_CLOEXEC, which the headers show only to some: programs that are started must not inherit
  // connections.
  return socket(address->family, address->socktype | 02000000, address->protocol);
}

CURLcode luego_curl_close_on_exec(CURL *easy) {
  return SET(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
}

long luego_curl_get_long(CURL *easy, CURLINFO info) {
  long value = -1;
  return GET(easy, info, &value) == CURLE_OK ? value : -1;
}

long long luego_curl_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = -1;
  return GET(easy, info, &value) == CURLE_OK ? (long long)value : -1;
}

CURLcode luego_curl_message_result(const CURLMsg *message) { return message->data.result; }
