import GeoFormats
import Testing

/// Commas and surplus numbers in `gx:coord`.
struct KMLCommaTests {
  private static func track(
    _ coordinate: String, separator: String = "\n"
  ) throws -> KMLReading.Result {
    let lines = [
      "<Placemark><gx:Track><altitudeMode>absolute</altitudeMode>",
      "<when>2026-07-11T06:00:00Z</when>", "<when>2026-07-11T06:00:01Z</when>",
      "<gx:coord>\(coordinate)</gx:coord>", "<gx:coord>8 47 500</gx:coord>",
      "</gx:Track></Placemark>",
    ]
    return try KMLReading.document(lines.joined(separator: separator))
  }

  private static func first(_ result: KMLReading.Result) throws -> [Double] {
    let points = try #require(result.document.paths.first?.points)
    #expect(points.count == 2)
    return [points.longitudes[0], points.latitudes[0], points.elevations[0]]
  }

  @Test(arguments: ["7,3 46,3 1200", "-7,3 46,3 1200", "7,123 46 1200", "7.5 46,25 1200"])
  func `decimal commas with a single meaning are read and reported`(text: String) throws {
    let numbers = text.replacing(",", with: ".").split(separator: " ").compactMap { Double($0) }
    for separator in ["\n", ""] {
      let result = try Self.track(text, separator: separator)
      #expect(try Self.first(result) == numbers)
      #expect(result.report.totals == [.coordinateDecimalComma: 1])
      #expect(result.report.diagnostics.first?.element == "gx:coord")
    }
  }

  @Test func `altitudes with decimal commas are read unless they can mean thousands`() throws {
    let clear = try Self.track("7,3 46,3 1200,5")
    #expect(try Self.first(clear) == [7.3, 46.3, 1200.5])
    #expect(clear.report.totals == [.coordinateDecimalComma: 1, .elevationDecimalComma: 1])
    let ambiguous = try Self.track("7,3 46,3 1,200")
    #expect(try Self.first(ambiguous)[2].isNaN)
    #expect(ambiguous.report.totals == [.coordinateDecimalComma: 1, .elevationUnreadable: 1])
  }

  @Test(arguments: ["7,3 46", "7 46,3", "7,3 46,3 1200 99", "7.1,46.1 7.2,46.2"])
  func `a position whose commas are ambiguous is left out and reported`(text: String) throws {
    for separator in ["\n", ""] {
      let (document, report) = try Self.track(text, separator: separator)
      let points = try #require(document.paths.first?.points)
      #expect(points.latitudes == [47])
      #expect(points.times.count == 1)
      #expect(report.totals == [.coordinateUnreadable: 1])
      #expect(report.counts.skipped.trackPoints == 1)
      #expect(report.diagnostics.first?.message.contains(text) == true)
    }
  }

  @Test(arguments: ["7.3,46.3,1200", "7.3, 46.3, 1200", "7.3 ,46.3 ,1200", "7.3,46.3 1200"])
  func `commas that separate the numbers are read`(text: String) throws {
    let result = try Self.track(text)
    #expect(try Self.first(result) == [7.3, 46.3, 1200])
    #expect(result.report.diagnostics.isEmpty)
    #expect(try Self.first(Self.track("7 ,46 ,1200")) == [7, 46, 1200])
  }

  @Test(arguments: ["7.3 46.3 1200 99", "7.3,46.3,1200,99"])
  func `a fourth number is reported`(text: String) throws {
    let result = try Self.track(text)
    #expect(try Self.first(result) == [7.3, 46.3, 1200])
    #expect(result.report.totals == [.valueInvalid: 1])
    #expect(
      result.report.diagnostics.first?.message
        == "a position has 4 numbers; only the first three were used")
  }
}
