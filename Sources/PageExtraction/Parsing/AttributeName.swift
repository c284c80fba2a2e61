/// The attributes that extraction reads; all others are `other`.
enum AttributeName: UInt8, CaseIterable, Sendable {
  case other
  case `class`, id, href, src, srcset, alt, title, name, content, property, itemprop, itemtype
  case rel, role, style, hidden, datetime, lang, dir, type, colspan, rowspan, start, value, width
  case height, summary, datatable, alttext, encoding, reversed, checked, linethickness, columnalign
  case ariaHidden, ariaModal, ariaLabel, httpEquiv, xmlLang, dataLanguage, dataLang, dataSource
  case dataSourceSet, dataLabel, dataOriginal, dataAuthor, dataUsername, dataRole, slot

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.dropFirst().map { (String(describing: $0), $0) }
  ).merging([
    "aria-hidden": .ariaHidden, "aria-modal": .ariaModal, "aria-label": .ariaLabel,
    "http-equiv": .httpEquiv, "xml:lang": .xmlLang, "data-language": .dataLanguage,
    "data-lang": .dataLang, "data-src": .dataSource,
    "data-lazy-src": .dataSource, "data-original-src": .dataSource, "data-actualsrc": .dataSource,
    "data": .dataSource, "data-srcset": .dataSourceSet, "data-lazy-srcset": .dataSourceSet,
    "data-label": .dataLabel, "data-original": .dataOriginal, "data-author": .dataAuthor,
    "author": .dataAuthor, "data-username": .dataUsername, "data-role": .dataRole,
    "created": .datetime, "ts": .datetime, "created-timestamp": .datetime,
  ]) { $1 }

  /// Returns the attribute of a lower-case name.
  init(name: String) { self = Self.byName[name] ?? .other }
}
