import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Drafts that are written to disk are not asked about, and those of earlier sessions are offered.
@Suite struct DraftOfferTests {
  static let start = Date(timeIntervalSinceReferenceDate: 806_000_000)
  static let points = (0..<12).map {
    Coordinate(latitude: 45.7 + Double($0) / 100, longitude: 6.7)
  }

  static func form(
    _ purpose: FormState.Purpose, _ fields: [(FormState.FieldKind, String, String)],
    title: String = "Edit Col du Bonhomme"
  ) -> Draft {
    Draft(
      .form(
        DraftForm(
          purpose: purpose, title: title,
          fields: fields.map { kind, initial, text in
            DraftForm.Field(kind: kind, label: "Name", initial: initial, text: text)
          })), changed: start.addingTimeInterval(-90_000))
  }

  static let renaming = form(
    .edit([SampleLibrary.bonhomme]), [(.text(.name), "Col du Bonhomme", "Col")])
  static let drawing = Draft(
    .drawing(points, name: "Ridge"), changed: start.addingTimeInterval(-60))

  /// Returns an editor that starts with drafts of earlier sessions.
  func editor(
    _ drafts: [Draft], unreadable: [String] = [], _ content: FakeLibrary.Content? = nil
  ) -> EditorDriver {
    EditorDriver(content ?? SampleLibrary.content()) {
      $0.drafts.recover(drafts, unreadable: unreadable, at: Self.start)
    }
  }

  /// The drafts that were last sent to the disk.
  func written(_ editor: EditorDriver) -> [Draft]? {
    editor.effects.lazy.reversed().compactMap { effect in
      if case .writeDrafts(let drafts) = effect { drafts } else { nil }
    }.first
  }

  // MARK: Writing

  @Test func `each typed letter is sent to the disk, and a saved form removes the draft`() {
    let editor = editor([])
    editor.press("e X")
    #expect(written(editor)?.map(\.title) == ["Edit Aletsch traverse: Name “X”"])
    editor.press("Y")
    #expect(written(editor)?.first?.lines == ["Name: XY"])
    editor.press("esc")
    #expect(editor.state.overlay == nil)
    #expect(written(editor)?.first?.lines == ["Name: XY"])
    editor.press("e enter")
    #expect(written(editor) == [])
  }

  @Test func `a draft stays on disk until its change is saved`() {
    let editor = editor([])
    editor.press("e X")
    editor.answersWrites = false
    editor.press("enter")
    #expect(written(editor)?.first?.lines == ["Name: X"])
    editor.answer()
    #expect(written(editor) == [])
  }

  @Test func `each drawn point is sent to the disk, with the name until the path is saved`() {
    let editor = editor([])
    editor.press("o p a l l a l l a")
    guard case .drawing(let points, let name) = written(editor)?.first?.content else {
      Issue.record("no drawing was sent")
      return
    }
    #expect(points.count == 3 && name.isEmpty)
    editor.press("enter R i d g e")
    #expect(written(editor) == [Draft(.drawing(points, name: "Ridge"))])
    editor.answersWrites = false
    editor.press("enter")
    #expect(written(editor) == [Draft(.drawing(points, name: "Ridge"))])
    editor.answer()
    #expect(written(editor) == [])
  }

  @Test func `quitting does not ask about drafts that are on disk`() {
    let editor = editor([])
    editor.press("e X esc o p a esc esc q")
    #expect(editor.wantsToQuit)
  }

  @Test func `if drafts cannot be written, this is said once and quitting asks again`() {
    let editor = editor([])
    editor.press("e X esc")
    editor.send(.draftsNotWritten(EditorFailure("/x.drafts: No space left on device.")))
    #expect(editor.text.contains("No space left on device."))
    editor.press("esc q")
    #expect(!editor.wantsToQuit)
    #expect(editor.text.contains("There is unsaved input"))
  }

  // MARK: Offering

  @Test func `one draft is offered in the status row, and two keys continue the drawing`() {
    let editor = editor([Self.drawing])
    #expect(editor.text.contains("The path “Ridge” with 12 points — o d continues it"))
    #expect(editor.state.overlay == nil, "no dialog is in the way")
    editor.press("o d enter")
    #expect(editor.state.mode == .draw(DrawState(points: Self.points)))
    editor.press("enter")
    #expect(editor.text.contains("Name Ridge") || editor.text.contains("Name  Ridge"))
    editor.press("enter")
    #expect(editor.library.index.snapshot.paths.contains { $0.name == "Ridge" })
    #expect(written(editor) == [])
  }

  @Test func `a continued drawing fits the map to its points, and its form leads back to it`() {
    let editor = editor([Self.drawing])
    editor.press("2 + + + + o d enter")
    let view = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    #expect(Self.points.allSatisfy { view.contains(WebMercator.project($0)) })
    editor.press("enter")
    #expect(editor.text.contains("esc back to the drawing"))
    editor.press("esc")
    #expect(editor.text.contains("DRAW"))
  }

  @Test func `a drawing continues at its last point`() {
    let editor = editor([Self.drawing])
    editor.press("2 + + + + o d enter")
    let centre = editor.state.map.viewport.centreCoordinate
    let last = Self.points[Self.points.count - 1]
    #expect(Geodesic.distanceMetres(from: centre, to: last) < 0.01)
    #expect(editor.state.mapScene.ruler?.label.string == "leg 0 m")
    editor.press("a")
    #expect(editor.state.mode == .draw(DrawState(points: Self.points)))
  }

  @Test func `several drafts are counted, listed with their age, and opened`() {
    let editor = editor([Self.renaming, Self.drawing])
    #expect(editor.text.contains("2 drafts of unfinished input — o d shows them"))
    #expect(editor.screen.first?.contains("2 drafts (o d)") == true)
    editor.press("o d")
    #expect(editor.text.contains("yesterday"))
    editor.press("down enter")
    let form = editor.state.overlays.top(as: FormState.self)
    #expect(form?.text(of: .text(.name)) == "Col")
    #expect(form?.isDraft == true)
    editor.press("enter")
    #expect(editor.library.index[SampleLibrary.bonhomme]?.name == "Col")
    #expect(written(editor) == [Self.drawing])
  }

  @Test func `the day before a day with a clock change is yesterday`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
    // Clocks went forward on 2026-03-29 at 02:00, so this day lasted 23 hours.
    let start = try Date("2026-03-29T22:30:00Z", strategy: .iso8601)
    let evening = Draft(
      .drawing(Self.points, name: ""), changed: try Date("2026-03-28T22:45:00Z", strategy: .iso8601)
    )
    let editor = EditorDriver(settings: Settings(zone: zone)) {
      $0.drafts.recover([evening], unreadable: [], at: start)
    }
    // At 00:30 on 30 March, the evening of 28 March was two days ago.
    #expect(editor.state.drafts.age(of: evening, in: zone) == "2026-03-28")
    let night = Draft(
      .drawing(Self.points, name: ""), changed: try Date("2026-03-28T23:15:00Z", strategy: .iso8601)
    )
    #expect(editor.state.drafts.age(of: night, in: zone) == "yesterday")
  }

  @Test func `the form of the same item restores the draft of an earlier session`() {
    let editor = editor([Self.renaming])
    editor.press("j j e")
    #expect(editor.state.overlays.top(as: FormState.self)?.text(of: .text(.name)) == "Col")
    #expect(editor.state.drafts.setAside.isEmpty)
    editor.press("esc")
    #expect(written(editor)?.count == 1)
  }

  @Test func `a value that changed in the meantime is shown before it is overwritten`() {
    var content = SampleLibrary.content()
    content.snapshot.paths[2].name = "Another name"
    let editor = editor([Self.renaming], content)
    editor.press("o d enter")
    #expect(editor.text.contains("is “Another name” now"))
  }

  @Test func `a new place keeps the coordinates, notes and symbol that were typed`() {
    let editor = editor([
      Self.form(
        .newPlace,
        [
          (.text(.name), "", "Hut"), (.coordinate, "46.5, 7.9", "46.5, 7.9"),
          (.text(.notes), "", "Water"), (.text(.symbol), "", "Lodge"),
        ],
        title: "New place")
    ])
    editor.press("o l")
    #expect(
      editor.state.overlays.top(as: FormState.self)?.text(of: .text(.name)) == "",
      "a new form is empty")
    editor.press("esc o d enter enter")
    let place = editor.library.index.snapshot.places.first { $0.name == "Hut" }
    #expect(place?.coordinate == Coordinate(latitude: 46.5, longitude: 7.9))
    #expect(place?.notes == "Water")
    #expect(place?.symbol == "Lodge")
  }

  @Test func `a draft whose item is gone is kept and shows what was typed`() {
    let lost = Self.form(.edit([ItemID(.path, 99)]), [(.text(.notes), "", "Snow until July")])
    let editor = editor([lost])
    editor.press("o d enter")
    #expect(editor.text.contains("Snow until July"))
    #expect(editor.text.contains("no longer in the library"))
    editor.press("esc")
    #expect(editor.state.drafts.setAside == [lost])
  }

  @Test func `a draft whose item is in the trash says so`() throws {
    let editor = editor([Self.renaming])
    _ = try editor.library.write(.edit(.trash([SampleLibrary.bonhomme])), basedOn: .max)
    editor.send(.loaded(editor.library.index))
    editor.press("o d enter")
    #expect(editor.state.modeName == "FORM")
    #expect(editor.text.contains("“Col du Bonhomme” is in the trash"))
    #expect(editor.text.contains("g t shows the trash"))
  }

  @Test func `a drawing in progress is set aside when another one is continued`() {
    let editor = editor([Self.drawing])
    editor.press("o p a l l a esc o d")
    #expect(editor.text.contains("A path with 2 points"))
    editor.press("down enter")
    #expect(editor.state.mode == .draw(DrawState(points: Self.points)))
    #expect(editor.state.drafts.setAside.map(\.title) == ["A path with 2 points"])
    #expect(written(editor)?.count == 2)
  }

  @Test func `a draft is discarded only after a question`() {
    let editor = editor([Self.drawing])
    editor.press("o d d esc")
    #expect(editor.state.drafts.setAside.count == 1)
    editor.press("d y")
    #expect(written(editor) == [])
    #expect(editor.text.contains("There is no unfinished input."))
    editor.press("esc o d")
    #expect(editor.state.overlay == nil)
  }

  @Test func `a file of another version is named and kept`() {
    let editor = editor([], unreadable: ["/home/anna/trip.store.drafts"])
    #expect(editor.text.contains("the drafts in trip.store.drafts cannot be read"))
  }
}
