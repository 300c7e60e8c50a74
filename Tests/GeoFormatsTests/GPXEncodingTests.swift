import GeoFormats
import Testing

@Suite struct GPXEncodingTests {
  @Test(arguments: [
    "utf-8-bom", "utf-8-undeclared", "utf8-without-hyphen", "utf-16le-bom", "utf-16be-bom",
    "utf-16le-no-bom", "utf-16be-no-bom", "iso-8859-15", "windows-1250", "windows-1252",
    "declares-utf-16-is-utf-8", "declares-latin-1-has-utf-8-bom",
    "declares-iso-8859-1-is-utf-8", "leading-blank-lines",
  ])
  func `a name is read the same from every encoding that contains its letters`(file: String) throws
  {
    let (document, _) = try Reading.fixture("gpx/encodings/\(file).gpx")
    #expect(document.places.first?.name == "Žižka €")
  }

  @Test(arguments: [
    ("iso-8859-1", "Müller Ålesund"), ("windows-1251", "Эльбрус"), ("windows-1253", "Όλυμπος"),
  ])
  func `letters specific to an encoding are read`(file: String, name: String) throws {
    let (document, _) = try Reading.fixture("gpx/encodings/\(file).gpx")
    #expect(document.places.first?.name == name)
  }

  @Test(arguments: [
    ("shift-jis", "富士山"), ("euc-jp", "富士山"), ("iso-2022-jp", "富士山"), ("big5", "玉山"),
    ("euc-kr", "백두산"), ("gb18030", "珠穆朗玛峰"), ("koi8-r", "Эльбрус"), ("utf-32", "Žižka €"),
  ])
  func `encodings supported by iconv are read without diagnostics`(file: String, name: String)
    throws
  {
    let (document, report) = try Reading.fixture("gpx/encodings/\(file).gpx")
    #expect(document.places.first?.name == name)
    #expect(report.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("declares-utf-8-is-windows-1252", "Café „Zur Hütte“ €"), ("unknown-encoding", "Žižka €"),
    ("declares-ebcdic", "Žižka €"), ("utf-16-lone-surrogate", "a\u{FFFD}b"),
    ("shift-jis-invalid", "富士山ý"),
  ])
  func `a file with a wrong encoding declaration is read and reported`(file: String, name: String)
    throws
  {
    let (document, report) = try Reading.fixture("gpx/encodings/\(file).gpx")
    #expect(document.places.first?.name == name)
    #expect(!report.faults.isEmpty)
  }

  @Test func `every invalid UTF-8 byte is reported at its position in the file`() throws {
    let line = "<wpt lat=\"1\" lon=\"2\"><name>é@</name></wpt>\r\n"
    var bytes = Array(Reading.gpx(String(repeating: line, count: 3000)).utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "@") { bytes[index] = 0xE9 }
    let (document, report) = try Reading.read(MemorySource(bytes))
    #expect(document.places.count == 3000)
    #expect(document.places.allSatisfy { $0.name == "éé" })
    #expect(report.totals[.encodingInvalidBytes] == 3000)
    #expect(report.diagnostics.map(\.line) == (3...1002).map { $0 })
    #expect(report.diagnostics.allSatisfy { $0.column == 29 })
  }

  @Test func `invalid UTF-8 bytes in a very long comment are reported at their positions`()
    throws
  {
    let lines = (0..<100_000).map { $0.isMultiple(of: 200) ? "12345678901@\r\n" : "1234567890\r\n" }
    var bytes = Array(Reading.gpx("<!--\r\n\(lines.joined())--><wpt lat=\"1\" lon=\"2\"/>").utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "@") { bytes[index] = 0xE9 }
    let (document, report) = try Reading.read(MemorySource(bytes))
    #expect(document.places.count == 1)
    #expect(report.diagnostics.map(\.line) == (0..<500).map { 4 + 200 * $0 })
    #expect(report.diagnostics.allSatisfy { $0.column == 12 })
  }

  @Test func `a file with a byte undefined in windows-1252 is read without diagnostics`() throws {
    var bytes = Array(
      """
      <?xml version="1.0" encoding="windows-1252"?>
      <gpx version="1.1" creator="t"><wpt lat="1" lon="2"><name>a@b</name></wpt></gpx>
      """.utf8)
    let index = try #require(bytes.firstIndex(of: UInt8(ascii: "@")))
    bytes[index] = 0x81
    let (document, report) = try Reading.read(MemorySource(bytes))
    #expect(document.places.first?.name == "a\u{81}b")
    #expect(report.diagnostics.isEmpty)
  }
}
