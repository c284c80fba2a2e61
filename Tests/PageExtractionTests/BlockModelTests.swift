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
      "", "# only a note", "186 1 0", "186 1 0 0 0 0 0 0 0 1.5 0.5", "186 1 x 0 0 0 0 0 0 1.5 0.5\n=1",
      "185 1 0 0 0 0 0 0 0 1.5 0.5\n=1", "186 2 0 0 0 0 0 0 0 1.5 0.5\n=1", "186 1 0 0 0 0 0 0 0 1.5 0.5\n0<1 =1",
      "186 1 0 0 0 0 0 0 0 1.5 0.5\n=1 =2", "186 1 0 0 0 0 0 0 0 1.5 0.5\n186<1 =1 =2",
      "186 1 0 0 0 0 0 0 0 1.5 0.5\n-1<1 =1 =2", "186 1 0 0 0 0 0 0 0 1.5 0.5\n0<1 0<2 =1 =2",
      "186 1 0 0 0 0 0 0 0 1.5 0.5\n0<x =1 =2", "186 99999999999999999999 0 0 0 0 0 0 0 1.5 0.5\n=1",
    ]
  )
  func damaged(_ table: String) {
    #expect(throws: BlockModel.Damaged.self) { try BlockModel(table: table) }
  }

  @Test("a whole table is read, with notes above it")
  func whole() throws {
    _ = try BlockModel(table: "# a note\n186 2 0 0 0 0 0 0 0 1.5 0.5\n0<1 1<2.5 =1 =-1 =0.5\n=3\n")
  }
}
