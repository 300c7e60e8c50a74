import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The descriptions and ages in the list of drafts.
@Suite struct DraftListTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 806_000_000)
  private static let points = [(45.92, 6.87), (45.95, 6.9)].compactMap {
    Coordinate(latitude: $0.0, longitude: $0.1)
  }

  private func editor(_ drafts: [Draft]) -> EditorDriver {
    EditorDriver(SampleLibrary.content()) {
      $0.drafts.recover(drafts, unreadable: [], at: Self.now)
    }
  }

  private static func form(
    _ purpose: FormState.Purpose, title: String,
    _ fields: [(FormState.FieldKind, label: String, text: String)]
  ) -> Draft {
    Draft(
      .form(
        DraftForm(
          purpose: purpose, title: title,
          fields: fields.map {
            DraftForm.Field(kind: $0.0, label: $0.label, initial: "", text: $0.text)
          })), changed: now.addingTimeInterval(-60))
  }

  @Test func `a row shows the kind of the draft and its owner`() {
    let editor = editor([
      Self.form(
        .points(of: SampleLibrary.bonhomme, keys: [1]), title: "Edit point 1",
        [(.elevation, label: "Elevation", text: "12")]),
      Draft(.drawing(Self.points, name: "Ridge"), changed: Self.now),
    ])
    editor.press("o d")
    let name = editor.state.index[SampleLibrary.bonhomme]?.name ?? "?"
    #expect(editor.text.contains("Form     Edit point 1 of “\(name)”: Elevation"))
    #expect(editor.text.contains("Drawing  The path “Ridge” with 2 points"))
    editor.press("esc S j l l esc o d")
    #expect(editor.text.contains("Preview  Simplify “"), "\(editor.text)")
  }

  @Test func `an item without a name is described by the nearest town`() throws {
    let base = try InstalledBaseMap(
      ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer"))
    let place: [(FormState.FieldKind, label: String, text: String)] = [
      (.coordinate, label: "Coordinates", text: "45.92 6.87")
    ]
    let editor = editor([
      Draft(.drawing(Self.points, name: ""), changed: Self.now),
      Self.form(.newPlace, title: "New place", place),
    ])
    editor.send(.baseMapRead([], try base.towns()))
    let titles = editor.state.drafts.setAside.map(editor.state.listedTitle)
    #expect(titles.count == 2)
    #expect(titles.allSatisfy { $0.contains("Chamonix") }, "\(titles)")
    let named = Self.form(
      .newPlace, title: "New place", place + [(.text(.name), label: "Name", text: "Hut")])
    #expect(!editor.state.listedTitle(of: named).contains("Chamonix"))
  }

  @Test(arguments: [(0.0, "today "), (1, "yesterday"), (2, "2 days ago"), (29, "29 days ago")])
  func `the age counts days of the calendar`(days: Double, age: String) {
    let draft = Draft(
      .drawing(Self.points, name: ""), changed: Self.now.addingTimeInterval(-86_400 * days))
    #expect(editor([draft]).state.listedAge(of: draft).hasPrefix(age))
  }

  @Test func `a draft of this session has no age`() {
    let draft = Draft(.drawing(Self.points, name: ""))
    #expect(editor([]).state.listedAge(of: draft) == "this session")
  }
}
