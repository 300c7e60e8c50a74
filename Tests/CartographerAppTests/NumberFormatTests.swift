import CartographerCore
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
      #expect(try Quantity.metres(editor.state.elevationText(metres)) == metres)
    }
  }
}
