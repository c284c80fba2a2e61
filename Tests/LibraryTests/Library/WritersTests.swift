import Dispatch
import Library
import ReadingList
import Synchronization
import Testing

@Suite("Several writers of one library") struct WritersTests {
  private let scratch = Scratch()

  @Test("that add and change at once lose nothing, and a list read meanwhile only grows")
  func atOnce() throws {
    let library = try scratch.open()
    let shared = try article("https://example.com/a")
    _ = try library.add([shared], at: at(0))
    let problems = Mutex<[String]>([])
    let group = DispatchGroup()
    for writer in 0..<8 {
      // Half are threads of one program, the others separate programs.
      let library = writer < 4 ? library : try scratch.open()
      DispatchQueue(label: "writer \(writer)").async(group: group) {
        do {
          for number in 0..<10 {
            let path = number < 5 ? "both/\(number)" : "\(writer)/\(number)"
            _ = try library.add([try article("https://example.com/\(path)")], at: at(1))
            let tag = ArticleChange.tag(add: ["\(writer).\(number)"], remove: [])
            _ = try library.apply(tag, to: [shared.id], at: at(1))
          }
        } catch { problems.withLock { $0.append("\(error)") } }
      }
    }
    let reader = try scratch.open()
    let shown = (0..<50).map { _ in reader.recheck().count(of: .everything) }
    #expect(shown == shown.sorted())
    group.wait()
    #expect(problems.withLock(\.self) == [])
    #expect(try library.article(shared.id)?.tags.count == 80)
    #expect(library.snapshot().count(of: .everything) == 1 + 5 + 8 * 5)
    #expect(library.snapshot().counts.tags.count == 80)
    #expect(try library.doctor(repair: false, at: at(2)).findings == [])
  }
}
