/// A page that a site sends instead of an article to whoever may be a program.
enum RobotCheck {
  /// The statuses that such pages come with.
  private static let statuses: Set<Int> = [403, 405, 406, 418, 429, 503]

  /// Words of such pages in small letters, and whose they are; of several the first.
  private static let signs: [(words: String, name: String)] = [
    ("attention required! | cloudflare", "Cloudflare"), ("_cf_chl_opt", "Cloudflare"),
    ("<title>just a moment...</title>", "Cloudflare"), ("cf-browser-verification", "Cloudflare"),
    ("captcha-delivery.com", "DataDome"), ("geo.datadome", "DataDome"),
    ("px-captcha", "PerimeterX"), ("_pxappid", "PerimeterX"), ("perimeterx", "PerimeterX"),
    ("errors.edgesuite.net", "Akamai"), ("_incapsula_resource", "Imperva"),
    ("incapsula incident id", "Imperva"), ("pardon our interruption", "Imperva"),
    ("ddos-guard", "DDoS-Guard"), ("awswaf", "AWS"), ("sucuri website firewall", "Sucuri"),
    ("g-recaptcha", "reCAPTCHA"), ("h-captcha", "hCaptcha"),
    ("verify you are human", ""), ("verify that you are human", ""), ("are you a robot", ""),
    ("checking your browser", ""), ("unusual traffic from your", ""),
  ]

  /// Whose check the beginning of an answer is: an empty name where it does not say, nil where it is none.
  static func name(in body: [UInt8], status: Int) -> String? {
    guard statuses.contains(status) else { return nil }
    let text = String(decoding: body, as: UTF8.self).lowercased()
    return signs.first { text.contains($0.words) }?.name
  }
}
