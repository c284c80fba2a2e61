/// Extracts articles from pages.
package struct PageExtractor: Sendable {
  private let rules: SiteRules
  private let workers: PageWorkers?

  /// Creates an extractor that applies `rules` where they match a page; with `workers`, these
  /// extract pages.
  package init(rules: SiteRules = .none, workers: PageWorkers? = nil) {
    (self.rules, self.workers) = (rules, workers)
  }

  /// Extracts the article of a page or a Markdown text.
  ///
  /// Never fails: without an article the body is empty and `Extraction.verdict` states the reason.
  /// Time and memory are linear in the size of the page.
  package func extract(_ page: PageSource) -> Extraction {
    let file = page.isMarkdown ? nil : rules.file(for: page.url)
    let answer =
      workers?.answer(to: page, rule: file?.text)
      ?? ExtractionAnswer(to: page, rule: file?.text)
    if answer.isUnread, page.isMarkdown { return Self.article(fromMarkdown: page, isPlain: true) }
    if answer.isWithoutRule, let file { rules.tooSlow(file.name) }
    return answer.extraction
  }

  /// Returns the blocks of a page with their features, for training.
  package static func blocks(of page: PageSource) -> (lines: [String], numbers: [Float]) {
    let filter = MarkupFilter(Mojibake.mended(page.bytes) ?? page.bytes)
    let prepared = PreparedPage(page, filter.linkedData, filter.markup)
    let finder = prepared.finder(title: prepared.reader.metadata().title)
    return (finder?.lines ?? [], finder?.numbers ?? [])
  }
}

extension ExtractionAnswer {
  /// Extracts a page; `rule` is the text of its site's rule.
  package init(to page: PageSource, rule: String?) {
    if page.isMarkdown {
      self.init(extraction: PageExtractor.article(fromMarkdown: page))
      return
    }
    let filter = MarkupFilter(Mojibake.mended(page.bytes) ?? page.bytes)
    var ruled: RuledExtraction?
    var isWithoutRule = false
    if let rule {
      do throws(SiteRuleTooSlow) {
        ruled = try RuledExtraction(SiteRule(parsing: rule), filter.markup)
      } catch { isWithoutRule = true }
    }
    self.init(
      extraction: PageReading(page, filter, ruled).extraction(), isWithoutRule: isWithoutRule)
  }
}
