import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The digits of numbers on the screen are grouped, everywhere in the same way.
@Suite struct NumberFormatTests {
  /// An editor with 1 204 places, the first of which has an elevation.
  private let editor: EditorDriver

  init() {
    var content = FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1))
    content.snapshot.places = (0..<1_204).map { number in
      PlaceSnapshot(
        id: ItemID(.location, Int64(number + 1)), name: "Spring",
        coordinate: Coordinate(latitude: 46 + Double(number) / 20_000, longitude: 7),
        elevationMetres: number == 0 ? 2_483.5 : nil,
        created: Date(timeIntervalSinceReferenceDate: 0))
    }
    editor = EditorDriver(content)
    editor.press("g l")
  }

  private let count = Numbers.grouped(1_204)

  @Test func `counts of the list, its filter and its marks are grouped`() {
    #expect(editor.text.contains("1/\(count)"), "\(editor.text)")
    editor.press("/")
    editor.type("spring")
    #expect(editor.text.contains("\(count) of \(count)"), "\(editor.text)")
    editor.press("enter a")
    #expect(editor.text.contains("\(count) marked"), "\(editor.text)")
    editor.press("G")
    #expect(editor.text.contains("\(count)/\(count)"), "\(editor.text)")
    // The details show the last place's ID.
    #expect(!editor.text.replacing("L1204", with: "").contains("1204"), "\(editor.text)")
  }

  @Test func `an elevation in a form is grouped, and unchanged input changes nothing`() throws {
    editor.press("e")
    let form = try #require(editor.state.overlays.top(as: FormState.self))
    let text = form.text(of: .elevation)
    #expect(text == "\(Numbers.grouped(2_483)).5 m")
    #expect(try Quantity.metres(text) == 2_483.5)
    editor.press("enter")
    #expect(editor.writes.isEmpty)
    for metres in [-0.5, 999, 0] {
      let text = editor.state.settings.units.elevationText(metres: metres)
      #expect(try Quantity.metres(text) == metres)
    }
  }

  @Test func `an impossible elevation is refused, and an unchanged one from a file stays`() throws {
    func elevationField(_ editor: EditorDriver) throws -> FormState.Field {
      let form = try #require(editor.state.overlays.top(as: FormState.self))
      return try #require(form.fields.first { $0.kind == .elevation })
    }
    editor.press("e")
    let names = try #require(editor.state.overlays.top(as: FormState.self)).fields.map(\.kind)
    let steps = try #require(names.firstIndex(of: .elevation))
    for _ in 0..<steps { editor.press("tab") }
    for text in ["999999", "-20000"] {
      editor.press("ctrl-u")
      editor.type(text)
      editor.press("enter")
      let error = try elevationField(editor).error
      #expect(error == "enter a height from −12 000 m to 100 000 m", "\(text)")
      #expect(editor.writes.isEmpty)
    }
    editor.press("ctrl-u")
    editor.type("-400")
    editor.press("enter")
    #expect(editor.writes == [.edit(.setPlaceElevation(ItemID(.location, 1), metres: -400))])
    var content = FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1))
    content.snapshot.places = [
      PlaceSnapshot(
        id: ItemID(.location, 1), name: "Odd", coordinate: Coordinate(latitude: 46, longitude: 7),
        elevationMetres: 999_999, created: Date(timeIntervalSinceReferenceDate: 0))
    ]
    let odd = EditorDriver(content)
    odd.press("g l e")
    odd.type("!")
    odd.press("enter")
    #expect(odd.writes == [.edit(.set(.name, of: [ItemID(.location, 1)], to: "!"))])
  }
}
