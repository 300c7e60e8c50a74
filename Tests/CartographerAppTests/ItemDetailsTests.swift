import CartographerCore
import CartographerPresentation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The details pane: sensor statistics, fields from files and colours.
@Suite struct ItemDetailsTests {
  private static let place = ItemID(.location, 2)

  private static func content() -> FakeLibrary.Content {
    var content = SampleLibrary.content()
    content.facts[SampleLibrary.bonhomme] = ItemFacts(
      id: SampleLibrary.bonhomme,
      fields: ItemFields(entries: [("source", .text("Watch")), ("number", .number(3))]),
      measured: [
        .init(quantity: .heartRate, mean: 141.6, minimum: 90, maximum: 178),
        .init(quantity: .cadence, mean: 81, minimum: 0, maximum: 95),
        .init(quantity: .airTemperature, mean: 12, minimum: -3.4, maximum: 21),
        .init(quantity: .power, mean: 203.2, minimum: 0, maximum: 512),
      ])
    for position in content.snapshot.places.indices
    where content.snapshot.places[position].id == place {
      content.snapshot.places[position].comment = "Cash only"
      content.snapshot.places[position].details = "A hut"
      content.snapshot.places[position].colour = "#C02020"
    }
    content.facts[place] = ItemFacts(
      id: place,
      fields: ItemFields(entries: [
        ("source", .text("GPS")),
        (
          "links",
          .links([("https://example.org/hut", "Hut"), ("https://example.org/2\u{202E}", nil)])
        ),
        ("fix", .text("3d")), ("satellites", .number(7)), ("hdop", .number(1.2)),
        ("geoidHeight", .number(47.5)),
        (
          "extensions",
          .values(
            [("Hut/beds", "24"), ("Hut/owner", "CA\u{202E}F")]
              + (3...60).map { ("value\($0)", "\($0)") })
        ),
      ]))
    return content
  }

  private func editor(_ size: Size) -> EditorDriver {
    EditorDriver(Self.content(), size: size)
  }

  @Test func `the outline of an area has no walking time`() throws {
    var content = SampleLibrary.content()
    let path = ItemID(.path, 1)
    content.times[path] = nil
    let size = Size(columns: 200, rows: 60)
    #expect(EditorDriver(content, size: size).text.contains("(estimate"))
    let index = try #require(content.snapshot.paths.firstIndex { $0.id == path })
    content.snapshot.paths[index].type = "polygon"
    let text = EditorDriver(content, size: size).text
    #expect(text.contains("outline of an area") && !text.contains("(estimate"), "\(text)")
  }

  @Test func `the details and the profile of a path without elevations say how to get them`() {
    var content = SampleLibrary.content()
    content.elevations[ItemID(.path, 1)] = nil
    let editor = EditorDriver(content, size: Size(columns: 200, rows: 60))
    #expect(editor.text.contains("none; t e adds"), "\(editor.text)")
    #expect(editor.text.contains("terrain tiles (setting tiles or option --relief)"))
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `the details of a path show the sensor values`(size: Size) throws {
    let editor = editor(size)
    editor.press("j j")
    #expect(editor.selectedName == "Col du Bonhomme")
    #expect(editor.text.contains("142 bpm"))
    let name = "screens/sensors-\(size.columns)x\(size.rows).txt"
    try Golden.compare(editor.text, with: name)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `the details of a place show the fields from its file`(size: Size) throws {
    let editor = editor(size)
    editor.press("g l / r e f u g e enter")
    #expect(editor.selectedName == "Refuge de la Croix")
    editor.state.panes.focus(.detail)
    editor.state.panes.toggleZoom()
    for part in [
      "Cash only", "A hut", "GPS", "Hut https://example.org/hut", "3d", "7", "1.2", "47.5 m",
      "Other    Hut/beds: 24", "Hut/owner: CA",
    ] {
      #expect(editor.text.contains(part), "\(part)")
    }
    #expect(!editor.text.contains("\u{202E}"))
    let item = try #require(editor.state.selectedItem)
    let values = ItemWords(state: editor.state).facts(of: item).map(\.value)
    #expect(values.suffix(2) == ["value40: 40", "and 20 more values"])
  }

  @Test func `details are loaded once each time the selection changes`() {
    let editor = editor(Size(columns: 120, rows: 40))
    func requestCount() -> Int {
      editor.effects.count { if case .loadFacts = $0 { true } else { false } }
    }
    let before = requestCount()
    editor.press("j")
    #expect(requestCount() == before + 1)
    editor.press("? esc")
    #expect(requestCount() == before + 1)
    editor.press("k")
    #expect(requestCount() == before + 2)
  }

  @Test func `details that arrive late are not shown for another item`() {
    let editor = editor(Size(columns: 120, rows: 40))
    editor.press("j j")
    editor.press("j")
    let late = Self.content().facts[SampleLibrary.bonhomme]
    if let late { editor.send(.factsLoaded(late)) }
    #expect(!editor.text.contains("bpm"))
    editor.press("k")
    #expect(editor.text.contains("bpm"))
  }

  @Test(arguments: [("#D7263D", "red"), ("#d7263d", "red"), ("#C02020", "#C02020")])
  func `the details show the name of a palette colour and the code of another colour`(
    code: String, shown: String
  ) {
    var content = Self.content()
    content.snapshot.paths[0].colour = code
    let editor = EditorDriver(content, size: Size(columns: 120, rows: 40))
    editor.state.panes.focus(.detail)
    editor.state.panes.toggleZoom()
    #expect(editor.text.contains("Colour   \(shown) "), "\(editor.text)")
  }

  @Test func `an item's row has the item's colour`() {
    var content = Self.content()
    content.snapshot.paths[1].colour = "#C02020"
    let editor = EditorDriver(content, size: Size(columns: 120, rows: 40))
    let words = ItemWords(state: editor.state)
    #expect(
      words.row(ItemID(.path, 2)).style == Style(.custom(RGBColour(red: 192, green: 32, blue: 32))))
    #expect(words.row(ItemID(.path, 1)).style == .text)
  }
}
