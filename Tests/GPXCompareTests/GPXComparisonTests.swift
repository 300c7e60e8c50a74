import Foundation
import GPXCompare
import TestSupport
import Testing

@Suite struct GPXComparisonTests {
  /// Returns a GPX 1.1 file with a body inside the root element.
  static func gpx(_ body: String, root: String = "") -> String {
    """
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:a="urn:a" \(root)>\(body)</gpx>
    """
  }

  static func compare(_ left: String, _ right: String) throws -> GPXComparison {
    GPXComparison(try XMLTree(bytes: Array(left.utf8)), try XMLTree(bytes: Array(right.utf8)))
  }

  @Test(arguments: [
    ("<wpt lat='1' lon='2'/>", "<wpt lon=\"2\"  lat=\"1\"></wpt>"),
    (
      "<wpt lat='1' lon='2'><name>a</name></wpt>",
      "\n <wpt lat='1' lon='2'>\n<name>a</name>\n</wpt>"
    ),
    ("<trk><trkseg/></trk>", "<trk><trkseg>\n </trkseg>\n</trk>"),
    ("<trk><name><![CDATA[a<b]]>c</name></trk>", "<trk><name>a&lt;bc</name></trk>"),
    ("<trk><name>&#228;&#x20AC;</name></trk>", "<trk><name>ä€</name></trk>"),
    ("<trk><name>a\r\nb</name></trk>", "<trk><name>a\nb</name></trk>"),
    (
      "<trk><extensions><a:x b='1'/></extensions></trk>",
      "<trk><extensions><z:x xmlns:z='urn:a' b='1'/></extensions></trk>"
    ),
    (
      "<trk><extensions><a:x/></extensions></trk>",
      "<trk><extensions><x xmlns='urn:a'/></extensions></trk>"
    ),
    (
      "<trk><extensions><a:x a:k='1'/></extensions></trk>",
      "<trk><extensions><a:x z:k='1' xmlns:z='urn:a'/></extensions></trk>"
    ),
    ("<!-- c --><trk/><?p d?>", "<!-- c -->\n<trk/>\n<?p  d?>"),
    (
      "<trk><extensions><u:x/></extensions></trk>",
      "<trk><extensions><v:x xmlns:v='urn:cartographer:undeclared:u'/></extensions></trk>"
    ),
    (
      "<trk><extensions><gpxx:x/></extensions></trk>",
      "<trk><extensions><x xmlns='http://www.garmin.com/xmlschemas/GpxExtensions/v3'/></extensions></trk>"
    ),
    (
      "<wpt lat='1' lon='2'><name>n</name><ele>1</ele><time>t</time></wpt>",
      "<wpt lat='1' lon='2'><ele>1</ele><time>t</time><name>n</name></wpt>"
    ),
    ("<trk/><wpt lat='1' lon='2'/><rte/>", "<wpt lat='1' lon='2'/><rte/><trk/>"),
    (
      "<trk><trkseg/><name>n</name><!-- c --></trk>", "<trk><name>n</name><trkseg/><!-- c --></trk>"
    ),
  ])
  func `insignificant differences are ignored`(left: String, right: String) throws {
    let comparison = try Self.compare(Self.gpx(left), Self.gpx(right))
    #expect(comparison.differences.map(\.description) == [])
    #expect(comparison.areEqual)
  }

  @Test(arguments: [
    ("<wpt lat='1' lon='2'/>", "<wpt lat='1.0' lon='2'/>", "/gpx/wpt"),
    (
      "<wpt lat='1' lon='2'><ele>46.50</ele></wpt>", "<wpt lat='1' lon='2'><ele>46.5</ele></wpt>",
      "/gpx/wpt/ele/text()"
    ),
    ("<trk><name> a</name></trk>", "<trk><name>a</name></trk>", "/gpx/trk/name/text()"),
    ("<trk><name> </name></trk>", "<trk><name/></trk>", "/gpx/trk/name/text()"),
    ("<trk><name/></trk>", "<trk/>", "/gpx/trk/name"),
    ("<trk/>", "<trk><name/></trk>", "/gpx/trk/name"),
    ("<trk><name>e\u{301}</name></trk>", "<trk><name>é</name></trk>", "/gpx/trk/name/text()"),
    ("<trk/><trk><trkseg/><trkseg/></trk>", "<trk/><trk><trkseg/></trk>", "/gpx/trk[2]/trkseg[2]"),
    (
      "<trk><extensions><a:x/></extensions></trk>",
      "<trk><extensions><a:x xmlns:a='urn:b'/></extensions></trk>", "/gpx/trk/extensions/a:x"
    ),
    (
      "<trk><extensions><a:x k='1'/></extensions></trk>",
      "<trk><extensions><a:x a:k='1'/></extensions></trk>", "/gpx/trk/extensions/a:x"
    ),
    (
      "<trk><extensions><a:x> <a:y/></a:x></extensions></trk>",
      "<trk><extensions><a:x><a:y/></a:x></extensions></trk>", "/gpx/trk/extensions/a:x/text()"
    ),
    ("<!-- c --><trk/>", "<trk/><!-- c -->", "/gpx/comment()"),
    ("<trk><!-- c --></trk>", "<trk/><!-- c -->", "/gpx/comment()"),
    ("<trk><?p d?></trk>", "<trk><?p e?></trk>", "/gpx/trk/processing-instruction(p)"),
    (
      "<trk><name>a<!-- c -->b</name></trk>", "<trk><name>ab<!-- c --></name></trk>",
      "/gpx/trk/name/text()[2]"
    ),
    ("<trk><name>a</name><trkseg/></trk>", "<trk><trkseg/><name>a</name></trk>", "/gpx/trk/name"),
    (
      "<trk><extensions><a:x>a:y</a:x></extensions></trk>",
      "<trk><extensions><b:x xmlns:b='urn:a' xmlns:a='urn:c'>a:y</b:x></extensions></trk>",
      "/gpx/trk/extensions/a:x/text()"
    ),
    (
      "<trk><extensions><a:x k='a:y'/></extensions></trk>",
      "<trk><extensions><b:x xmlns:b='urn:a' xmlns:a='urn:c' k='a:y'/></extensions></trk>",
      "/gpx/trk/extensions/a:x"
    ),
    (
      "<wpt lat='1' lon='2'><name>1</name></wpt><wpt lat='1' lon='2'><name>2</name></wpt>",
      "<wpt lat='1' lon='2'><name>2</name></wpt><wpt lat='1' lon='2'><name>1</name></wpt>",
      "/gpx/wpt[1]"
    ),
  ])
  func `significant differences are reported with their paths`(
    left: String, right: String, path: String
  ) throws {
    let comparison = try Self.compare(Self.gpx(left), Self.gpx(right))
    #expect(!comparison.areEqual)
    #expect(comparison.differences.first?.path == path)
  }

  @Test func `a missing sibling does not make the siblings after it differ`() throws {
    let points = (0..<100).map { "<wpt lat='\($0 % 90)' lon='2'><name>\($0)</name></wpt>" }
    var fewer = points
    fewer.remove(at: 40)
    let comparison = try Self.compare(
      Self.gpx(points.joined(separator: "\n")), Self.gpx(fewer.joined(separator: "\n")))
    #expect(comparison.differences.map(\.path) == ["/gpx/wpt[41]"])
    #expect(comparison.differences.map(\.leftLine) == [41])
    #expect(comparison.differences.map(\.rightLine) == [nil])
  }

  @Test func `the paths of reordered elements are reported`() throws {
    let comparison = try Self.compare(
      Self.gpx("<trk><trkseg/><name>n</name></trk>"), Self.gpx("<trk><name>n</name><trkseg/></trk>")
    )
    #expect(comparison.reordered == ["/gpx/trk"])
  }

  @Test func `comments and instructions outside the root are compared`() throws {
    let root = Self.gpx("<trk/>")
    let left = "<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE gpx><!-- c -->\(root)<?p d?>"
    #expect(try Self.compare(left, "<!-- c -->\n\(root)\n<?p d?>\n").areEqual)
    #expect(try !Self.compare(left, "<!-- c -->\(root)").areEqual)
    #expect(try !Self.compare(left, "<!-- d -->\(root)<?p d?>").areEqual)
  }

  @Test(arguments: [
    ("UTF-8", String.Encoding.utf8), ("utf-16", .utf16), ("UTF-16", .utf16LittleEndian),
    ("UTF-16", .utf16BigEndian), ("iso-8859-1", .isoLatin1), ("windows-1252", .windowsCP1252),
    ("Shift_JIS", .shiftJIS),
  ])
  func `the encoding is ignored`(name: String, encoding: String.Encoding) throws {
    let text = name == "Shift_JIS" ? "山" : "é"
    let body = Self.gpx("<trk><name>\(text)</name></trk>")
    let declared = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\(body)"
    let bytes = try #require(declared.data(using: encoding))
    let left = try XMLTree(bytes: Array(bytes))
    #expect(GPXComparison(left, try XMLTree(bytes: Array(body.utf8))).areEqual)
  }

  @Test func `deeply nested files do not overflow the stack`() throws {
    let depth = 100_000
    let body =
      String(repeating: "<a:d>", count: depth) + String(repeating: "</a:d>", count: depth)
    let file = Self.gpx("<extensions>\(body)</extensions>")
    #expect(try Self.compare(file, file).areEqual)
  }

  @Test func `the program exits with 0, 1 or 2`() throws {
    let program = try PackageFiles.executable("gpxdiff").path
    let folder = try TemporaryDirectory()
    let one = try folder.write(Self.gpx("<trk/>"), to: "one.gpx").path
    let same = try folder.write(Self.gpx("\n<trk></trk>"), to: "same.gpx").path
    let other = try folder.write(Self.gpx("<rte/>"), to: "other.gpx").path
    let broken = try folder.write("<gpx>", to: "broken.gpx").path
    let equal = try Subprocess.run(program, [one, same])
    #expect((equal.exitCode, equal.output) == (0, ""))
    let differing = try Subprocess.run(program, [one, other])
    #expect(differing.exitCode == 1)
    #expect(differing.output.hasPrefix("/gpx/trk (1 | -): is missing"))
    #expect(try Subprocess.run(program, [one, broken]).exitCode == 2)
    #expect(try Subprocess.run(program, [one]).exitCode == 2)
  }
}
