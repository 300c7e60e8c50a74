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

  @Test(arguments: [
    #"{"type":"Point","coordinates":[3,4"#, #"{"type":"Point","coordinates":[3,"#,
    #"{"type":"Feature","properties":"#, #"{"type":"Feature","properties":{"name":"Hut"#,
    #"{"type":"Feature","properties":{"na"#, #"{"type":"Point","#,
    #"{"type":"Point","coordinates":[3,oops]}"#, #"{"type":"Feature",,"geometry":null}"#,
  ])
  func `the lines after a faulty first line of newline-delimited GeoJSON are read`(
    first: String
  ) throws {
    let (document, report) = try Reading.text(
      """
      \(first)
      {"type":"Point","coordinates":[5,5]}
      {"type":"Point","coordinates":[6,6]}
      {"type":"Point","coordinates":[7,oops]}
      {"type":"Point","coordinates":[8,8]}

      """)
    #expect(document.places.map(\.coordinate.latitude) == [5, 6, 8])
    #expect(report.refusal == nil && !report.isComplete)
    #expect(report.all(.jsonMalformed).map(\.line) == [1, 4])
  }

  @Test(arguments: [
    "{\"type\":\"Feature\",\"geometry\":\n{\"type\":\"Point\",\"coordinates\":[1,oops]}}",
    "{\"type\":\"Point\",\"coordinates\":[1,oops]}\n{\"type\":\"Point\",\"coordinates\":[2,oops]}\n",
  ])
  func `a file without a readable line is refused because of its first fault`(text: String) throws {
    let (_, report) = try Reading.text(text)
    #expect(report.refusal?.code == .jsonMalformed)
    #expect(report.refusal?.line != nil)
  }

  @Test func `a fault in a feature collection with one feature per line ends reading as before`()
    throws
  {
    let (document, report) = try Reading.text(
      #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[1,1]}}
      oops
      {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[2,2]}}]}
      """#)
    #expect(document.places.map(\.coordinate.latitude) == [1])
    #expect(report.all(.jsonMalformed).map(\.line) == [3])
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
