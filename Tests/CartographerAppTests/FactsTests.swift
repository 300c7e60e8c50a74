import CartographerCore
import CartographerPresentation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// What files say of an item, in the editor's details.
@Suite struct FactsTests {
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
      ]))
    return content
  }

  private func editor(_ size: Size) -> EditorDriver {
    EditorDriver(Self.content(), size: size)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `what was measured stands in the details of a path`(size: Size) throws {
    let editor = editor(size)
    editor.press("j j")
    #expect(editor.selectedName == "Col du Bonhomme")
    #expect(editor.text.contains("142 bpm"))
    let name = "screens/sensors-\(size.columns)x\(size.rows).txt"
    try Golden.compare(editor.text, with: name)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `the fields of a place stand in its details`(size: Size) throws {
    let editor = editor(size)
    editor.press("g l / r e f u g e enter")
    #expect(editor.selectedName == "Refuge de la Croix")
    editor.state.panes.focus(.detail)
    editor.state.panes.toggleZoom()
    for part in [
      "Cash only", "A hut", "GPS", "Hut https://example.org/hut", "3d", "7", "1.2", "47.5 m",
    ] {
      #expect(editor.text.contains(part), "\(part)")
    }
    #expect(!editor.text.contains("\u{202E}"))
  }

  @Test func `facts are asked for once for each item and state of the library`() {
    let editor = editor(Size(columns: 120, rows: 40))
    func asked() -> Int {
      editor.effects.count { if case .loadFacts = $0 { true } else { false } }
    }
    let before = asked()
    editor.press("j")
    #expect(asked() == before + 1)
    editor.press("? esc")
    #expect(asked() == before + 1)
    editor.press("k")
    #expect(asked() == before + 2)
  }

  @Test func `an answer that comes late is not shown for another item`() {
    let editor = editor(Size(columns: 120, rows: 40))
    editor.press("j j")
    editor.press("j")
    let late = Self.content().facts[SampleLibrary.bonhomme]
    if let late { editor.send(.factsLoaded(late)) }
    #expect(!editor.text.contains("bpm"))
    editor.press("k")
    #expect(editor.text.contains("bpm"))
  }

  @Test func `an item's own colour is that of its line`() {
    var content = Self.content()
    content.snapshot.paths[1].colour = "#C02020"
    let editor = EditorDriver(content, size: Size(columns: 120, rows: 40))
    let words = ItemWords(state: editor.state)
    #expect(
      words.row(ItemID(.path, 2)).style == Style(.custom(RGBColour(red: 192, green: 32, blue: 32))))
    #expect(words.row(ItemID(.path, 1)).style == .text)
  }
}
