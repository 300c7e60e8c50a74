import Testing

@testable import GeoFormats

/// Properties that are named like a field but whose values the field cannot have.
@Suite struct GeoJSONUnreadableValueTests {
  /// Returns a point with the given properties.
  private static func point(_ properties: String) -> String {
    #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[7,46]}}"#
  }

  /// Returns a line with the given properties.
  private static func line(_ properties: String) -> String {
    #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"LineString","coordinates":[[7,46],[8,46]]}}"#
  }

  private static func collection(_ features: String...) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#
  }

  private func kept(_ markup: String?, _ document: GeoDocument) -> [String: String] {
    let values = PreservedMarkup.foreignValues(in: markup, of: document.header)
    return Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0.value) })
  }

  @Test(arguments: [
    ("marker-color", "blau", "a colour such as #1E90FF"),
    ("stroke", "rgb(1,2,3)", "a colour such as #1E90FF"),
    ("links", "https://example.org", "an array of objects with an href member"),
    ("_gpxType", "way", "wpt, rte or trk"), ("sat", "many", "a whole number"),
    ("hdop", "good", "a decimal number"),
  ])
  func `an unreadable value of a property is a fault, and its text is kept`(
    name: String, value: String, meaning: String
  ) throws {
    let (document, report) = try Reading.text(
      Self.collection(Self.point(""), Self.point(#""\#(name)":"\#(value)""#)))
    let property = "the property “\(name)” has the value “\(value)”"
    #expect(
      report.diagnostics.map(\.message) == [
        "\(property), which is not \(meaning); it is kept as an extension value"
      ])
    #expect(report.diagnostics.map(\.code) == [.valueInvalid])
    #expect(report.diagnostics.map(\.action) == [.kept])
    #expect(report.faults.count == 1)
    let place = try #require(report.diagnostics.first?.place)
    let step = name == "marker-color" ? "['marker-color']" : ".\(name)"
    #expect(place.line == 2 && place.element == "$.features[1].properties\(step)")
    #expect(kept(document.places[1].kept, document) == [name: "\"\(value)\""])
  }

  @Test func `an unreadable time and an unreadable elevation are faults, and their texts are kept`()
    throws
  {
    let (document, report) = try Reading.text(
      Self.collection(Self.point(#""time":"gestern","ele":"hoch""#), Self.point(#""time":"x""#)))
    #expect(
      report.diagnostics.map(\.message) == [
        """
        the time “gestern” is not a valid date and time; it is kept as an extension value (2 times, \
        first here)
        """,
        """
        the elevation “hoch” is not a decimal number, so the place has no elevation; it is kept as \
        an extension value
        """,
      ])
    #expect(report.diagnostics.map(\.action) == [.kept, .kept])
    #expect(report.totals == [.timeUnreadable: 1, .elevationUnreadable: 1])
    #expect(report.faults.count == 2)
    #expect(report.diagnostics[1].place.element == "$.features[0].properties.ele")
    #expect(
      kept(document.places[0].kept, document) == ["time": "\"gestern\"", "ele": "\"hoch\""])
    #expect(document.places[0].time == nil && document.places[0].elevation == nil)
  }

  @Test func `the texts of a list of groups are joined, and its other values are told`() throws {
    let groups = #"[1,{"x":2},"ok",[3],"b"]"#
    let (document, report) = try Reading.text(
      Self.collection(
        Self.point(#""groups":\#(groups)"#), Self.line(#""groups":[null,"ok"]"#),
        Self.point(#""groups":["ok"]"#), Self.point(#""groups":"ok""#)))
    #expect(document.places.map(\.extras.groups) == [["ok", "b"], ["ok"], ["ok"]])
    #expect(document.paths.map(\.header.extras.groups) == [["ok"]])
    #expect(
      report.diagnostics.map(\.message) == [
        """
        the property “groups” has the value “\(groups)”, which is not an array of strings; it is \
        kept as an extension value (2 times, first here)
        """
      ])
    #expect(report.totals == [.valueInvalid: 1])
    #expect(report.diagnostics[0].place.element == "$.features[0].properties.groups")
    #expect(kept(document.places[0].kept, document)["groups"] == groups)
    #expect(kept(document.places[1].kept, document).isEmpty)
  }

  @Test func `a property with another meaning is counted once for each name and is not a fault`()
    throws
  {
    let foreign = #"""
      "time":12,"name":{"en":"Hut"},"stroke":true,"color":"blue","when":"spring","elevation":"high",
      "groups":5,"links":{"a":1},"type":["a"],"fix":3
      """#
    let (document, report) = try Reading.text(
      Self.collection(Self.point(foreign), Self.point(foreign), Self.point(foreign)))
    #expect(report.totals == [.valueKept: 10])
    #expect(report.faults.isEmpty)
    #expect(report.diagnostics.allSatisfy { $0.message.hasSuffix("(3 times, first here)") })
    #expect(
      report.diagnostics.first { $0.place.element == "$.features[0].properties.name" }?.message
        == #"the property “name” has the value “{"en":"Hut"}”, which is not a string; it is "#
        + "kept as an extension value (3 times, first here)")
    #expect(kept(document.places[2].kept, document).count == 10)
  }

  @Test func `properties without a field in the item and empty texts are not told`() throws {
    let (_, report) = try Reading.text(
      Self.collection(
        Self.line(#""time":"gestern","ele":"hoch","sat":"many","hdop":"good""#),
        Self.point(#""number":"A7","time":"","ele":"","marker-color":"","links":"","name":"""#),
        Self.point(##""marker-color":"#123456","color":"blue""##)))
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `a value is counted once if a feature has several geometries`() throws {
    let (document, report) = try Reading.text(
      #"""
      {"type":"Feature","properties":{"stroke":"blau"},"geometry":{"type":"GeometryCollection",
      "geometries":[{"type":"Point","coordinates":[7,46]},
      {"type":"LineString","coordinates":[[7,46],[8,46]]}]}}
      """#)
    #expect(document.places.count == 1 && document.paths.count == 1)
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics[0].message.hasSuffix("extension value"))
  }

  @Test func `numbers that are written as texts are read`() throws {
    let (document, report) = try Reading.text(
      Self.point(#""ele":"1234.5","sat":"7","hdop":"1.5""#))
    let place = document.places[0]
    #expect(place.elevation == 1234.5)
    #expect(place.fields.satellites == 7 && place.fields.hdop == 1.5)
    #expect(report.diagnostics.isEmpty && kept(place.kept, document).isEmpty)
  }
}
