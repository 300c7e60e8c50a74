import GeoFormats
import Testing

@Suite struct GPXEncodingTests {
  @Test(arguments: [
    "utf-8-bom", "utf-8-undeclared", "utf8-without-hyphen", "utf-16le-bom", "utf-16be-bom",
    "utf-16le-no-bom", "utf-16be-no-bom", "iso-8859-15", "windows-1250", "windows-1252",
    "declares-utf-16-is-utf-8", "declares-latin-1-has-utf-8-bom", "leading-blank-lines",
  ])
  func `the same name is read from every encoding that has its letters`(file: String) throws {
    let (document, _) = try Reading.fixture("encodings/\(file).gpx")
    #expect(document.places.first?.name == "Žižka €")
  }

  @Test(arguments: [
    ("iso-8859-1", "Müller Ålesund"), ("windows-1251", "Эльбрус"), ("windows-1253", "Όλυμπος"),
  ])
  func `letters of one encoding's own are read`(file: String, name: String) throws {
    let (document, _) = try Reading.fixture("encodings/\(file).gpx")
    #expect(document.places.first?.name == name)
  }

  @Test func `an encoding not read is refused by its name`() throws {
    let (_, report) = try Reading.fixture("encodings/shift-jis.gpx")
    #expect(report.refusal?.code == .encodingUnsupported)
    #expect(report.refusal?.message.contains("Shift_JIS") == true)
  }

  @Test func `a byte undefined in windows-1252 does not lose the file`() throws {
    var bytes = Array(
      """
      <?xml version="1.0" encoding="windows-1252"?>
      <gpx version="1.1" creator="t"><wpt lat="1" lon="2"><name>a@b</name></wpt></gpx>
      """.utf8)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "@")))
    bytes[place] = 0x81
    let (document, report) = try Reading.read(MemorySource(bytes))
    #expect(document.places.first?.name == "a\u{81}b")
    #expect(report.diagnostics.isEmpty)
  }
}
