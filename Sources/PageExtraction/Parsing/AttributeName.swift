/// The attributes that extraction reads; all others are `other`.
enum AttributeName: UInt8, CaseIterable, Sendable {
  case other
  case `class`, id, href, src, srcset, alt, title, name, content, property, itemprop, itemtype
  case itemscope, rel, role, style, hidden, datetime, lang, dir, type, media, colspan, rowspan
  case start, value, controls, cite, width, height, poster, summary, datatable, charset, alttext
  case encoding, open, reversed, checked, disabled, linethickness, columnalign, display
  case ariaHidden, ariaModal, ariaLabel, ariaLabelledBy, httpEquiv, xmlLang, dataLanguage, dataLang
  case dataSource, dataSourceSet, dataTestID, dataComponent, dataLabel
  case dataOriginal, dataAuthor, dataUsername, dataRole, slot

  private static let byName: [String: AttributeName] = {
    var table: [String: AttributeName] = [
      "aria-hidden": .ariaHidden, "aria-modal": .ariaModal, "aria-label": .ariaLabel,
      "aria-labelledby": .ariaLabelledBy, "http-equiv": .httpEquiv, "xml:lang": .xmlLang,
      "data-language": .dataLanguage, "data-lang": .dataLang, "data-src": .dataSource,
      "data-lazy-src": .dataSource, "data-original-src": .dataSource, "data-actualsrc": .dataSource,
      "data": .dataSource, "data-srcset": .dataSourceSet, "data-lazy-srcset": .dataSourceSet,
      "data-testid": .dataTestID, "data-component": .dataComponent, "data-label": .dataLabel,
      "data-original": .dataOriginal, "data-author": .dataAuthor, "author": .dataAuthor,
      "data-username": .dataUsername, "data-role": .dataRole, "slot": .slot, "created": .datetime,
      "ts": .datetime, "created-timestamp": .datetime,
    ]
    let spelled: [AttributeName] = [
      .class, .id, .href, .src, .srcset, .alt, .title, .name, .content, .property, .itemprop,
      .itemtype, .itemscope, .rel, .role, .style, .hidden, .datetime, .lang, .dir, .type, .media,
      .colspan, .rowspan, .start, .value, .controls, .cite, .width, .height, .poster, .summary,
      .datatable, .charset, .alttext, .encoding, .open, .reversed, .checked, .disabled,
      .linethickness, .columnalign, .display,
    ]
    for attribute in spelled { table[String(describing: attribute)] = attribute }
    return table
  }()

  /// Returns the attribute of a lower-case name.
  init(name: String) { self = Self.byName[name] ?? .other }
}
