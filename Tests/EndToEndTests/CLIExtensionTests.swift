import Foundation
import TestSupport
import Testing

/// `show` lists the values of a file for which the library has no field.
@Suite struct CLIExtensionTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram() }

  private func importItems(_ items: String) throws {
    let file = program.folder.file("huts.gpx")
    try """
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:h="urn:huts">
    \(items)</gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    #expect(try program.run("import", file.path).exitCode == 0)
  }

  private func extensions(of item: String) throws -> [[String: String]] {
    let items = try program.json("show", item)["items"] as? [[String: Any]]
    return items?.first?["extensions"] as? [[String: String]] ?? []
  }

  @Test func `show lists the extension values of places and paths`() throws {
    let hut = "<extensions><h:beds>24</h:beds><h:owner>CA\u{202E}F</h:owner></extensions>"
    // Places with the same markup refer to one template in the import record.
    try importItems(
      """
      <wpt lat="46" lon="7"><name>Hut</name>\(hut)</wpt><wpt lat="47" lon="7">\(hut)</wpt>
      <trk><name>Way</name><extensions><h:grade>T3</h:grade></extensions>
      <trkseg><trkpt lat="46" lon="7"/><trkpt lat="46.1" lon="7"/></trkseg></trk>
      """)
    for place in ["L1", "L2"] {
      let text = try program.run("show", place).output
      #expect(text.contains("  extensions beds: 24\n") && !text.contains("\u{202E}"), "\(text)")
      #expect(
        try extensions(of: place) == [
          ["name": "beds", "value": "24"], ["name": "owner", "value": "CA\u{202E}F"],
        ])
    }
    #expect(try program.run("show", "P1").output.contains("extensions grade: T3"))
  }

  @Test func `the text counts the values after the twentieth, and JSON lists them all`() throws {
    let values = (1...25).map { "<h:v\($0)>\($0)</h:v\($0)>" }.joined()
    try importItems("<wpt lat=\"46\" lon=\"7\"><extensions>\(values)</extensions></wpt>")
    let text = try program.run("show", "L1").output
    #expect(text.contains("v20: 20\n") && !text.contains("v21"), "\(text)")
    #expect(text.contains("and 5 more; --json lists all"))
    #expect(try extensions(of: "L1").count == 25)
  }

  @Test func `an edited colour is not shown with its value in the file`() throws {
    try importItems(
      "<wpt lat=\"46\" lon=\"7\"><extensions><color>#ff0000</color></extensions></wpt>")
    #expect(try program.run("edit", "L1", "--colour", "#00FF00").exitCode == 0)
    #expect(try extensions(of: "L1").isEmpty)
    #expect(try !program.run("show", "L1").output.lowercased().contains("ff0000"))
  }
}
