import Foundation
import GeoFormats
import TestSupport
import Testing

@Suite struct GPXLimitTests {
  private static let point = "<wpt lat=\"1\" lon=\"2\"/>"
  private static let head = "<gpx version=\"1.1\" creator=\"t\">" + point

  /// Endless documents and the limit that each of them exceeds.
  private static var endless: [(String, EndlessSource, Diagnostic.Code)] {
    [
      (
        "a name", EndlessSource(head + "<wpt lat=\"1\" lon=\"2\"><name>", repeating: "0123456 "),
        .limitText
      ),
      ("a comment", EndlessSource(head + "<!--", repeating: "0123456 "), .limitToken),
      ("an attribute", EndlessSource(head + "<wpt lat=\"", repeating: "0123456 "), .limitToken),
      ("a tag's name", EndlessSource(head + "<", repeating: "x"), .limitToken),
      ("nested elements", EndlessSource(head + "<extensions>", repeating: "<a>"), .limitDepth),
      (
        "an extension",
        EndlessSource(
          head + "<wpt lat=\"1\" lon=\"2\"><extensions>", repeating: "<a b=\"c\">0123456</a>"),
        .limitFragment
      ),
      ("comments", EndlessSource(head, repeating: "<!-- 0123456 -->"), .limitFragment),
      ("metadata", EndlessSource(head + "<metadata>", repeating: "<a>0123</a>"), .limitFragment),
      ("stray text", EndlessSource(head + "<trk><trkseg>", repeating: "01234567"), .limitFragment),
      ("children of a track", EndlessSource(head + "<trk>", repeating: "<x/>"), .limitFragment),
      (
        "comments in segments",
        EndlessSource(head + "<trk>", repeating: "<trkseg><!-- 0 --></trkseg>"), .limitFragment
      ),
      ("links", EndlessSource(head + "<trk>", repeating: "<link href=\"a\"/>"), .limitFragment),
      ("second names", EndlessSource(head + "<trk>", repeating: "<cmt>0123</cmt>"), .limitFragment),
    ]
  }

  @Test func `an element with 1100 namespace declarations is read only without limits`()
    throws
  {
    let bindings = (0..<1100).map { " xmlns:q\($0)=\"urn:\($0)\"" }.joined()
    let text = Self.head + "<extensions><e\(bindings)><q1099:x/></e></extensions></gpx>"
    #expect(try Reading.text(text).report.limit?.code == .limitFragment)
    var options = GeoReadingOptions()
    options.limits = .none
    let report = try GeoFormat.read(
      MemorySource(text.utf8), into: GeoDocumentCollector(), options: options)
    #expect(report.totals[.namespaceUndeclared] == nil)
    #expect(!report.isRefused)
  }

  @Test func `an endless document is read up to its limit and not further`() throws {
    var options = GeoReadingOptions()
    options.limits.token = 2 << 20
    options.limits.text = 2 << 20
    options.limits.preservedMarkup = 2 << 20
    for (name, source, code) in Self.endless {
      let (document, report) = try Reading.read(source, options)
      #expect(report.refusal == nil && !report.isComplete, "\(name)")
      let limit = try #require(report.limit, "\(name)")
      #expect(limit.code == code, "\(name)")
      #expect(limit.line == 1)
      #expect(limit.remedy == .liftLimits)
      #expect(report.faults.contains(limit))
      #expect(document.places.count == 1)
      let kept = document.paths.compactMap(\.header.kept)
      #expect(kept.isEmpty, "\(name): \(kept.map(\.utf8.count))")
      #expect(document.paths.allSatisfy { $0.header.keptSegments.isEmpty }, "\(name)")
      #expect(source.bytesRead <= 3 << 20)
    }
  }

  @Test func `an endless document without a complete element is refused at its limit`() throws {
    let source = EndlessSource("<gpx version=\"1.1\" creator=\"t\"><!--", repeating: "0123456 ")
    let (_, report) = try Reading.read(source)
    #expect(report.refusal?.code == .limitToken)
    #expect(report.refusal?.remedy == .liftLimits)
    #expect(report.diagnostics.last == report.refusal)
    #expect(report.counts.usable == 0)
    #expect(source.bytesRead <= 17 << 20)
  }

  @Test func `a document that exceeds a limit is read completely if limits are lifted`() throws {
    var options = GeoReadingOptions()
    options.limits.text = 100
    options.limits.depth = 10
    let texts = [
      "<wpt lat=\"1\" lon=\"2\"><name>\(String(repeating: "x", count: 1000))</name></wpt>",
      String(repeating: "<a>", count: 10) + String(repeating: "</a>", count: 10),
    ]
    for (text, code) in zip(texts, [Diagnostic.Code.limitText, .limitDepth]) {
      let source = Reading.gpx(Self.point + text)
      let refused = try GeoFormat.read(
        MemorySource(source.utf8), into: ConsistencySink(), options: options)
      #expect(refused.limit?.code == code && refused.counts.waypoints == 1)
      var lifted = options
      lifted.limits = .none
      let accepted = try GeoFormat.read(
        MemorySource(source.utf8), into: ConsistencySink(), options: lifted)
      #expect(accepted.refusal == nil)
      #expect(accepted.counts.waypoints > 0)
    }
  }

  /// Documents, by repeat count, whose preserved markup grows faster than the document.
  private static let growing: [(String, @Sendable (Int) -> String)] = [
    (
      "undeclared prefixes",
      { count in
        (0..<count).map { "<wpt lat=\"1\" lon=\"2\"><p\($0):a/></wpt>" }.joined()
      }
    ),
    (
      "declarations repeated for each extension",
      { count in
        "<trk" + (0..<count).map { " xmlns:p\($0)=\"urn:p\($0)\"" }.joined() + "><trkseg>"
          + String(
            repeating: "<trkpt lat=\"1\" lon=\"2\"><extensions><p0:a/></extensions></trkpt>",
            count: count) + "</trkseg></trk>"
      }
    ),
    (
      "declarations repeated for each point",
      { count in
        "<trk" + (0..<count).map { " xmlns:p\($0)=\"urn:p\($0)\"" }.joined() + "><trkseg>"
          + String(repeating: "<trkpt lat=\"1\" lon=\"2\" p0:a=\"b\"/>", count: count)
          + "</trkseg></trk>"
      }
    ),
  ]

  @Test func `reading ends where the preserved markup grows beyond the limit`() throws {
    var options = GeoReadingOptions()
    options.limits.preservedMarkup = 50_000
    for (name, body) in Self.growing {
      func read(_ count: Int) throws -> GeoReadReport {
        try GeoFormat.read(
          MemorySource(Reading.gpx(body(count)).utf8), into: ConsistencySink(), options: options)
      }
      #expect(try read(20).refusal == nil, "\(name)")
      let report = try read(1_000)
      #expect((report.refusal ?? report.limit)?.code == .limitFragment, "\(name)")
      #expect(!report.isComplete, "\(name)")
    }
  }

  @Test func `a text of exactly the maximum length is read completely`() throws {
    let long = String(repeating: "é", count: 8 << 20)
    let (document, _) = try Reading.text(
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"><name>\(long)</name></wpt>"))
    #expect(document.places.first?.name?.utf8.count == 16 << 20)
  }

  @Test func `forty thousand nested elements are read completely`() throws {
    let depth = 40_000
    let nest =
      String(repeating: "<a>", count: depth) + "<trkpt lat=\"1\" lon=\"1\"/>"
      + String(repeating: "</a>", count: depth)
    let (document, report) = try Reading.text(
      Reading.gpx("<wpt lat=\"1\" lon=\"2\"><extensions>\(nest)</extensions></wpt>"))
    #expect(document.places.count == 1)
    #expect(report.counts.misplacedPoints == 1)
    #expect(report.isComplete)
  }

  @Test func `no prefix of a file crashes the reader, and a longer one yields no fewer items`()
    throws
  {
    let whole = try Reading.bytes("gpx/good/all-kept-fields.gpx")
    var usable = 0
    for length in 0...whole.count {
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(whole.prefix(length)), into: sink)
      #expect(report.counts.usable >= usable)
      usable = report.counts.usable
      if length < whole.count - 1 { #expect(!report.isComplete) }
      if !report.isRefused { sink.expectAgreement(with: report) }
    }
    #expect(usable == 7)
  }

  @Test func `random damage to a file never crashes the reader`() throws {
    var generator = SplitMix64.forTest()
    let whole = try Reading.bytes("gpx/good/all-kept-fields.gpx")
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
        }
      }
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(bytes), into: sink)
      if !report.isRefused { sink.expectAgreement(with: report) }
    }
  }
}
