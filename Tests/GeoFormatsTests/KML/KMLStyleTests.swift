import GeoFormats
import Testing

/// Shared styles that no Placemark uses.
struct KMLStyleTests {
  private static func style(_ id: String) -> String {
    "<Style id=\"\(id)\"><IconStyle><Icon><href>http://example.com/\(id).png</href></Icon></IconStyle></Style>"
  }

  private static func map(_ id: String, _ normal: String, _ highlight: String) -> String {
    """
    <StyleMap id="\(id)"><Pair><key>normal</key><styleUrl>#\(normal)</styleUrl></Pair>
    <Pair><key>highlight</key><styleUrl>#\(highlight)</styleUrl></Pair></StyleMap>
    """
  }

  private static func placemark(_ style: String) -> String {
    """
    <Placemark><styleUrl>#\(style)</styleUrl><Point><coordinates>1,2</coordinates></Point></Placemark>
    """
  }

  private func unused(_ body: String) throws -> [Diagnostic] {
    try KMLReading.document(body).report.all(.elementUnsupported)
  }

  @Test func `shared styles that no Placemark uses are reported with their number`() throws {
    let told = try unused(
      """
      \(Self.style("a"))
      \(Self.style("b"))
      <Style><LineStyle><color>ff0000ff</color></LineStyle></Style>
      \(Self.map("m", "b", "c"))
      \(Self.style("c"))
      \(Self.placemark("a"))
      <Style id="empty"/>
      """)
    #expect(
      told.map(\.message) == [
        """
        4 shared styles that no Placemark uses were left out, including their colours and icon \
        addresses
        """
      ])
  }

  @Test func `one unused style is reported at its line`() throws {
    let told = try unused("\(Self.placemark("late"))\n\(Self.style("late"))\n\(Self.style("a"))")
    #expect(
      told.map(\.message) == [
        """
        1 shared style that no Placemark uses was left out, including its colours and icon addresses
        """
      ])
    #expect(told.map(\.line) == [5])
  }

  @Test func `both styles of a used style map are used`() throws {
    let styles =
      "\(Self.style("a"))\(Self.style("b"))\(Self.map("m", "a", "b"))\(Self.map("n", "m", "b"))"
    #expect(try unused(styles + Self.placemark("n")).isEmpty)
    // The style map follows the Placemark.
    #expect(try unused(Self.placemark("n") + styles).isEmpty)
    let own = Self.map("", "a", "b").replacing("StyleMap id=\"\"", with: "StyleMap")
    #expect(
      try unused(
        """
        \(Self.style("a"))\(Self.style("b"))<Placemark>\(own)<Point><coordinates>1,2</coordinates>
        </Point></Placemark>
        """
      ).isEmpty)
  }

  @Test func `a style that a path uses before its definition is not reported as unused`() throws {
    let line = """
      <Placemark><styleUrl>#a</styleUrl><LineString><coordinates>1,2 3,4</coordinates></LineString>
      </Placemark>
      """
    #expect(try unused(line + Self.style("a")).isEmpty)
  }
}
