import ReadingList
import Testing

@Suite("Bare addresses")
struct BareAddressTests {
  @Test(
    "an address without a scheme means https, but http on one's own machine",
    arguments: [
      ("example.com/a", "https://example.com/a"),
      ("example.com:8443/a", "https://example.com:8443/a"),
      ("localhost:8080/a", "http://localhost:8080/a"),
      ("127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
      ("https://localhost/a", "https://localhost/a"),
    ]
  )
  func schemes(given: String, text: String) throws {
    #expect(try WebAddress(given).text == text)
  }
}
