import GeoFormats
import Geodesy
import Testing

@Suite struct GeoJSONLineTests {
  @Test(arguments: [
    #"{"type":"Point","coordinates":[3,4"#, #"{"type":"Point","coordinates":[3,"#,
    #"{"type":"Feature","properties":"#, #"{"type":"Feature","properties":{"name":"Hut"#,
    #"{"type":"Feature","properties":{"na"#, #"{"type":"Point","#,
  ])
  func `the line after a truncated line of newline-delimited GeoJSON is read`(
    cut: String
  ) throws {
    func point(_ number: Int) -> String {
      "{\"type\":\"Point\",\"coordinates\":[\(number),\(number)]}\n"
    }
    let (document, report) = try Reading.text(
      point(1) + cut + "\n" + point(5) + point(6))
    #expect(document.places.map(\.coordinate.latitude) == [1, 5, 6])
    #expect(report.refusal == nil && !report.isComplete)
    let faults = report.diagnostics.filter { $0.code == .jsonMalformed }
    #expect(faults.map(\.line) == [2])
    #expect(faults.map(\.message) == ["the line ends before its JSON value is complete"])
  }

  @Test func `an object of several lines after a line with an object is read completely`() throws {
    let (document, report) = try Reading.text(
      #"""
      {"type":"Point","coordinates":[1,1]}
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[2,2]}},
      {"type":"Feature","properties":null,"geometry":
      {"type":"Point","coordinates":[3,3]}}]}

      """#)
    #expect(document.places.map(\.coordinate.latitude) == [1, 2, 3])
    #expect(report.diagnostics.isEmpty && report.isComplete)
  }
}
