extension Article {
  /// Makes the article of what was said of it; nil where there is none, or its address is not known.
  package init?(_ registers: Registers, id: ArticleID) {
    guard registers.exists, let canonical = registers[Registers.Name.canonicalURL].string,
      ArticleID(canonicalURL: canonical) == id
    else { return nil }
    self.init(
      canonicalURL: canonical, url: canonical,
      title: WebAddress(canonical: canonical)?.deduplicationKey ?? canonical,
      savedAt: Timestamp(milliseconds: 0))
    for field in RecordField.all {
      if Registers.sets.contains(field.name) {
        _ = field.read(&self, .array(registers.members(of: field.name)))
      } else if ![Registers.Name.page, Registers.Name.fetch, "given"].contains(field.name) {
        take(registers[field.name], field.name)
      }
    }
    // A readable page takes precedence over a doubtful one, and that over imported metadata.
    let page = registers[Registers.Name.page]
    let tries = registers[Registers.Name.fetch].members ?? []
    take(.object(tries.filter { page == .null || $0.key != "page" }), Registers.Name.fetch)
    if page != .null {
      take(page, Registers.Name.page)
      fetch = .ready
    } else if !fetch.isSuspect {
      take(registers["given"], "given")
    }
  }

  private mutating func take(_ value: JSON, _ name: String) {
    if value != .null { _ = RecordField.byName[name]?.read(&self, value) }
  }

  /// The values by register, without empty ones.
  package var registerValues: [String: JSON] {
    var values: [String: JSON] = [:]
    for field in RecordField.all {
      guard let value = field.write(self) else { continue }
      guard Registers.sets.contains(field.name) else {
        values[field.name] = value
        continue
      }
      for item in value.array ?? [] {
        guard let member = item.string ?? item["id"]?.string else { continue }
        values[Registers.name(of: member, in: field.name)] = item
      }
    }
    return values
  }

  /// The registers of its sets, in the order of their members.
  package var registerOrder: [String] {
    tags.map { Registers.name(of: $0, in: "tags") }
      + otherURLs.map { Registers.name(of: $0, in: "otherURLs") }
      + highlights.map { Registers.name(of: $0.id, in: "highlights") }
  }

  /// The title before anything is known of the page.
  package var titleWithoutPage: String {
    WebAddress(canonical: canonicalURL)?.deduplicationKey ?? canonicalURL
  }
}
