import PageExtraction
import Testing

@Suite("The model of blocks")
struct BlockModelTests {
  @Test("the program's own table is read")
  func installed() {
    #expect(BlockModel.installed != nil)
  }

  @Test(
    "a damaged table is refused",
    arguments: [
      "", "# only a note", "190 1 0", "190 1 0 1 0 0 0 1.5 0.5",
      "190 1 x 1 0 0 0 1.5 0.5\n=1",
      "189 1 0 1 0 0 0 1.5 0.5\n=1", "190 2 0 1 0 0 0 1.5 0.5\n=1",
      "190 1 0 1 0 0 0 1.5 0.5\n0<1 =1",
      "190 1 0 1 0 0 0 1.5 0.5\n=1 =2", "190 1 0 1 0 0 0 1.5 0.5\n190<1 =1 =2",
      "190 1 0 1 0 0 0 1.5 0.5\n-1<1 =1 =2", "190 1 0 1 0 0 0 1.5 0.5\n0<1 0<2 =1 =2",
      "190 1 0 1 0 0 0 1.5 0.5\n0<x =1 =2",
      "190 99999999999999999999 0 1 0 0 0 1.5 0.5\n=1",
    ]
  )
  func damaged(_ table: String) {
    #expect(throws: BlockModel.Damaged.self) { try BlockModel(table: table) }
  }

  @Test("a whole table is read, with notes above it")
  func whole() throws {
    _ = try BlockModel(table: "# a note\n190 2 0 1 0 0 0 1.5 0.5\n0<1 1<2.5 =1 =-1 =0.5\n=3\n")
  }
}
