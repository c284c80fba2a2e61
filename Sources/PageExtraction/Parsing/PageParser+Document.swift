import CXML2

// Trees of libxml2 documents, which site rules search with XPath.
extension PageParser {
  /// Copies a libxml2 document, and maps each of its nodes to its index in the copy.
  static func tree(of document: htmlDocPtr) -> (PageTree, [UnsafeMutableRawPointer: PageTree.Index])
  {
    let parser = PageParser(keepsAllAttributes: true)
    let places = parser.copy(document)
    return (parser.tree, places)
  }

  private func copy(_ document: htmlDocPtr) -> [UnsafeMutableRawPointer: PageTree.Index] {
    var places: [UnsafeMutableRawPointer: PageTree.Index] = [:]
    var node = xmlDocGetRootElement(document)
    let root = node
    while let here = node {
      switch here.pointee.type {
      case XML_ELEMENT_NODE:
        enter(here)
        if let kept = stack.last, kept != PageTree.none {
          places[UnsafeMutableRawPointer(here)] = kept
        }
        if let child = here.pointee.children {
          node = child
          continue
        }
        end()
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = here.pointee.content {
          text(UnsafeBufferPointer(start: content, count: length(content)))
          let last = tree[current].last
          if last != PageTree.none { places[UnsafeMutableRawPointer(here)] = last }
        }
      default: break
      }
      var next: xmlNodePtr? = here
      while let up = next, up != root, up.pointee.next == nil {
        next = up.pointee.parent
        end()
      }
      node = next == root ? nil : next?.pointee.next
    }
    return places
  }

  /// Reports an element of a document with its attributes.
  private func enter(_ element: xmlNodePtr) {
    guard let name = element.pointee.name else { return start("div", nil) }
    var strings: [UnsafePointer<xmlChar>?] = []
    var values: [UnsafeMutablePointer<xmlChar>] = []
    var attribute = element.pointee.properties
    while let here = attribute {
      if let name = here.pointee.name {
        let value = xmlNodeListGetString(element.pointee.doc, here.pointee.children, 1)
        strings.append(name)
        strings.append(value.map { UnsafePointer($0) })
        if let value { values.append(value) }
      }
      attribute = here.pointee.next
    }
    strings.append(nil)
    strings.withUnsafeMutableBufferPointer { start(name, $0.baseAddress) }
    for value in values { xmlFreeText(value) }
  }
}
