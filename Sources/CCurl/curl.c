// libcurl brings some thirty libraries, and loading them takes as long as all else that starting a process
// takes. Most starts fetch nothing; so it is loaded by its first call.

#include "CCurl.h"
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
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

// The special-purpose addresses of RFC 6890 that are not global, and those of groups.
static int is_private4(const unsigned char *a) {
  return a[0] == 0 || a[0] == 10 || a[0] == 127 || a[0] >= 224 || (a[0] == 100 && (a[1] & 0xc0) == 64)
         || (a[0] == 169 && a[1] == 254) || (a[0] == 172 && (a[1] & 0xf0) == 16)
         || (a[0] == 192 && a[1] == 168) || (a[0] == 192 && a[1] == 0 && a[2] == 0)
         || (a[0] == 198 && (a[1] & 0xfe) == 18);
}

static int is_private6(const unsigned char *a) {
  static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff}, translated[12] = {0, 0x64, 0xff, 0x9b};
  static const unsigned char zeros[15];
  if (!memcmp(a, mapped, 12) || !memcmp(a, translated, 12)) return is_private4(a + 12);
  return (!memcmp(a, zeros, 15) && a[15] <= 1) || (a[0] & 0xfe) == 0xfc || (a[0] == 0xfe && (a[1] & 0xc0) == 0x80)
         || a[0] == 0xff;
}

int luego_is_private_address(const char *text) {
  unsigned char bytes[16];
  if (inet_pton(AF_INET, text, bytes) == 1) return is_private4(bytes);
  return inet_pton(AF_INET6, text, bytes) == 1 && is_private6(bytes);
}

static int is_private(const struct sockaddr *address) {
  if (address->sa_family == AF_INET)
    return is_private4((const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr);
  return address->sa_family == AF_INET6
         && is_private6((const unsigned char *)&((const struct sockaddr_in6 *)address)->sin6_addr);
}

static curl_socket_t open_socket(
  void *context, curlsocktype purpose, struct curl_sockaddr *address
) {
  struct luego_curl_rule *rule = context;
  (void)purpose;
  if (rule->refuses_private && is_private(&address->addr)) {
    rule->has_refused = 1;
    errno = EACCES;
    return CURL_SOCKET_BAD;
  }
  // SOCK_CLOEXEC, which the headers show only to some: programs that are started must not inherit
  // connections.
  return socket(address->family, address->socktype | 02000000, address->protocol);
}

CURLcode luego_curl_set_rule(CURL *easy, struct luego_curl_rule *rule) {
  CURLcode code = SET(easy, CURLOPT_OPENSOCKETDATA, rule);
  return code == CURLE_OK ? SET(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) : code;
}

const char *luego_curl_get_text(CURL *easy, CURLINFO info) {
  const char *value = NULL;
  return GET(easy, info, &value) == CURLE_OK ? value : NULL;
}

long luego_curl_get_long(CURL *easy, CURLINFO info) {
  long value = -1;
  return GET(easy, info, &value) == CURLE_OK ? value : -1;
}

long luego_curl_retry_after(CURL *easy) {
  curl_off_t seconds = 0;
  return GET(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? (long)seconds : 0;
}

CURLcode luego_curl_message_result(const CURLMsg *message) { return message->data.result; }
