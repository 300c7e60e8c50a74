import GeoFormats
import TestSupport
import Testing

/// Tests of references and characters that are invalid in XML and would stop an XML parser.
@Suite struct GPXReferenceTests {
  @Test func `a bare ampersand or angle bracket is read as plain text`() throws {
    let (document, report) = try Reading.fixture("gpx/bad/bare-ampersands.gpx")
    #expect(report.isComplete)
    #expect(document.header.creator == "A & B")
    #expect(document.places[0].name == "Tom & Jerry")
    #expect(document.places[0].details == "x && y &; &# &#x; &amp &#38 R&D &1;")
    #expect(
      document.places[0].fields.links == [
        GeoLink(href: "http://example.org/?a=1&b=2&copy=3", text: "a & b")
      ])
    #expect(document.places[1].name == "Tom & Jerry &nbsp; <b>")
    #expect(document.places[1].comment == "a < b <3 <= <- << <.")
    #expect(document.header.kept?.contains("<!-- Tom & Jerry &#8; &nbsp; a < b -->") == true)
    #expect(report.totals[.textBracket] == 7)
    let first = try #require(report.diagnostics.first { $0.code == .textAmpersand })
    #expect((first.line, first.column, first.element) == (2, 31, "gpx"))
  }

  @Test func `HTML entity references are resolved, and unknown references stay text`() throws {
    let (document, report) = try Reading.fixture("gpx/bad/references.gpx")
    #expect(report.isComplete)
    #expect(document.places[0].name == "a\u{A0}b")
    #expect(document.places[0].comment == "46°30′ café É€")
    #expect(document.places[0].details == "&nosuch; &NBSP;")
    #expect(
      document.places[1].name == "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}c")
    #expect(document.places[1].comment == "\té\u{E9}\u{1F6B2}")
    #expect(document.places[2].fields.links.first?.href == "http://example.org/?a=1®\u{FFFD}")
    #expect(report.totals[.textIllegalCharacter] == 7)
    // Positions after a repair refer to the original file.
    let point = try #require(report.diagnostics.first { $0.code == .coordinateOutOfRange })
    #expect((point.line, point.column) == (5, 95))
    let entity = report.diagnostics.filter { $0.code == .entityUndeclared && $0.line == 3 }
    #expect(entity.map(\.column) == [29, 50, 57, 68, 77, 85, 103, 112])
    #expect(entity.map(\.element) == ["name", "cmt", "cmt", "cmt", "cmt", "cmt", "desc", "desc"])
  }

  @Test func `entities declared in the file are read as declared`() throws {
    let (document, report) = try Reading.fixture("gpx/good/declared-entities.gpx")
    #expect(document.places.first?.name == "declared R&D \"]>\"")
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `entities of an overlong document type definition are left to the parser`() throws {
    let long = String(repeating: "<!-- 0123456789 -->\n", count: 6000)
    let (document, report) = try Reading.text(
      """
      <!DOCTYPE gpx [<!ENTITY nbsp "declared">\(long)]>
      <gpx version="1.1"><wpt lat="1" lon="2"><name>&nbsp;</name></wpt></gpx>
      """)
    #expect(document.places.first?.name == "declared")
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `entities of all three HTML 4 sets are resolved`() throws {
    // The first and the last entity of each of the three HTML 4 sets, and some irregular ones.
    let (document, _) = try Reading.text(
      Reading.gpx(
        "<wpt lat=\"1\" lon=\"2\"><desc>&nbsp;&yuml;&fnof;&diams;&OElig;&euro;&thetasym;&Dagger;"
          + "&quot;&apos;</desc></wpt>"))
    #expect(document.places.first?.details == "\u{A0}ÿƒ♦Œ€ϑ‡\"'")
  }

  /// Reads each fixture in pieces of 1 to 40 bytes.
  @Test(arguments: [
    "bad/bare-ampersands.gpx", "bad/references.gpx", "good/declared-entities.gpx",
    "bad/glued-references.gpx", "encodings/invalid-utf-8.gpx", "bad/blank-in-tag.gpx",
  ])
  func `reading in pieces gives the same result as reading at once`(file: String) throws {
    let bytes = try Reading.bytes("gpx/\(file)")
    let whole = try Reading.read(MemorySource(bytes))
    for size in 1...40 {
      let piecewise = try Reading.read(PiecewiseSource(bytes, size))
      #expect(piecewise.document.places == whole.document.places)
      #expect(piecewise.document.header == whole.document.header)
      #expect(piecewise.report.totals == whole.report.totals)
      let positions = piecewise.report.diagnostics.map { [$0.line, $0.column] }
      #expect(positions == whole.report.diagnostics.map { [$0.line, $0.column] }, "\(size)")
    }
  }

  @Test func `thousands of bare ampersands and unknown references are read and counted`() throws {
    let line = "<wpt lat=\"1\" lon=\"2\"><name>a & b &nbsp; &x;</name></wpt>\n"
    let (document, report) = try Reading.text(Reading.gpx(String(repeating: line, count: 3000)))
    #expect(document.places.count == 3000)
    #expect(document.places.allSatisfy { $0.name == "a & b \u{A0} &x;" })
    #expect(report.totals[.textAmpersand] == 3000)
    #expect(report.totals[.entityUndeclared] == 6000)
    let bare = report.diagnostics.filter { $0.code == .textAmpersand }
    #expect(bare.map(\.line) == (3...1002).map { $0 })
    #expect(bare.allSatisfy { $0.column == 30 })
  }

  @Test func `columns are correct after 100000 repairs in one line`() throws {
    let text = String(repeating: "&", count: 100_000)
    let (document, report) = try Reading.text(
      Reading.gpx(
        "<wpt lat=\"1\" lon=\"2\"><desc>\(text)</desc></wpt><wpt lat=\"91\" lon=\"2\"/>"))
    #expect(document.places.first?.details == text)
    #expect(report.diagnostics.last?.column == 1 + 27 + 100_000 + 13)
  }

  @Test func `a file truncated inside a reference has exactly one fault`() throws {
    for end in ["&", "&am", "&amp", "&#", "&#x1", "<", "<!", "<![CDA", "< "] {
      let (document, report) = try Reading.text(
        "<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"/><wpt lat=\"1\" lon=\"2\"><name>a\(end)")
      #expect(document.places.count == 1)
      #expect(report.faults.count == 1, "\(end)")
    }
  }
}

/// A source that returns at most a given number of bytes per read.
final class PiecewiseSource: ByteSource {
  let byteCount: Int? = nil
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: [UInt8], _ size: Int) {
    rest = bytes[...]
    self.size = size
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = rest.prefix(min(size, buffer.count))
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
