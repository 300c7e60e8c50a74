import Foundation
import TestSupport
import Testing

/// Tests of the schemas in the fixtures with documents that are valid or invalid by the standard.
@Suite(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"))
struct GPXSchemaTests {
  private static func document(_ schema: GPXSchema, _ body: String) -> Data {
    let namespace = "http://www.topografix.com/GPX/\(schema == .version10 ? "1/0" : "1/1")"
    return Data(
      """
      <gpx xmlns="\(namespace)" xmlns:f="urn:f" version="\(schema.rawValue)" creator="t">\
      \(body)</gpx>
      """.utf8)
  }

  private static let point = "lat='1' lon='2'"

  @Test(arguments: GPXSchema.allCases)
  func `the torture file is valid in its schema`(schema: GPXSchema) throws {
    let file = try Data(contentsOf: PackageFiles.fixture("gpx/torture-\(schema.rawValue).gpx"))
    #expect(GPXSchema(of: file) == schema)
    #expect(try schema.violations(of: file) == [])
  }

  @Test(arguments: [
    (GPXSchema.version11, "<wpt \(point)><extensions><f:x/></extensions></wpt>"),
    (.version11, "<trk><extensions/><trkseg/></trk><extensions/>"),
    (.version11, "<wpt lat='90' lon='-180'><fix>pps</fix><sat>+7</sat></wpt>"),
    (.version11, "<wpt \(point)><link href='a b'/><link href=''/></wpt>"),
    (.version10, "<wpt \(point)><url>u</url><f:x/></wpt>"),
    (.version10, "<email>a.b@c.d</email><bounds minlat='1' minlon='2' maxlat='3' maxlon='180'/>"),
    (.version10, "<trk><trkseg><trkpt \(point)><course>360</course></trkpt></trkseg></trk>"),
    (.version10, "<trk><f:x/><trkseg/></trk><f:x/>"),
  ])
  func `a document that follows the rules of its version is valid`(
    schema: GPXSchema, body: String
  ) throws {
    #expect(try schema.violations(of: Self.document(schema, body)) == [])
  }

  @Test(arguments: [
    (GPXSchema.version11, "<wpt \(point)><name/><ele>1</ele></wpt>"),
    (.version11, "<wpt lat='1'/>"), (.version11, "<wpt lat='1' lon='180'/>"),
    (.version11, "<wpt \(point)><f:x/></wpt>"), (.version11, "<wpt \(point) f:x=''/>"),
    (.version11, "<wpt \(point)><extensions><name/></extensions></wpt>"),
    (.version11, "<wpt \(point)><extensions><name xmlns=''/></extensions></wpt>"),
    (.version11, "<wpt \(point)><fix>4d</fix></wpt>"),
    (.version11, "<wpt \(point)><dgpsid>1024</dgpsid></wpt>"),
    (.version11, "<wpt \(point)><time>2024-01-01</time></wpt>"),
    (.version11, "<wpt \(point)><speed>1</speed></wpt>"),
    (.version11, "<wpt \(point)><url>u</url></wpt>"), (.version11, "<trk/><wpt \(point)/>"),
    (.version11, "<trk><trkseg><extensions/><trkpt \(point)/></trkseg></trk>"),
    (.version11, "<metadata><copyright/></metadata>"), (.version11, "<metadata/><metadata/>"),
    (.version10, "<metadata/>"), (.version10, "<wpt \(point)><link href=''/></wpt>"),
    (.version10, "<wpt \(point)><extensions/></wpt>"), (.version10, "<email>a1@c.d</email>"),
    (.version10, "<wpt \(point)><speed>1</speed></wpt>"),
    (.version10, "<trk><type>t</type></trk>"), (.version10, "<f:x/><wpt \(point)/>"),
  ])
  func `a document that violates the rules of its version is invalid`(
    schema: GPXSchema, body: String
  ) throws {
    #expect(try schema.violations(of: Self.document(schema, body)) != [])
  }
}
