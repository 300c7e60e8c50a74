import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// Lists in which the user filters and chooses items.
@Suite struct PickerTests {
  let editor = EditorDriver()

  private func type(_ word: String) { editor.type(word) }

  @Test func `space extends the filter text, and chooses an item after the cursor was moved`() {
    editor.press("g r g i a")
    type("haute")
    editor.press("space")
    type("route")
    guard let picker = editor.state.overlays.top(as: StopPicker.self) else {
      Issue.record("the list of stops is not open")
      return
    }
    #expect(picker.field.text == "haute route")
    #expect(editor.screen.last?.contains("ctrl-space choose several") == true)
    editor.press("down up")
    #expect(editor.screen.last?.contains(" space choose several") == true)
    editor.press("space space enter")
    #expect(editor.library.index.group(SampleLibrary.alps)?.itinerary.count == 2)
  }

  @Test(arguments: ["g r g i a", "m"])
  func `home and end go to the first and the last row, unless text is being typed`(keys: String) {
    editor.press(keys)
    func selected() -> Int? { (editor.state.overlays.top as? any Picker)?.cursor.selected }
    let last = ((editor.state.overlays.top as? any Picker)?.rowCount(in: editor.state) ?? 0) - 1
    editor.press("end")
    #expect(last > 0 && selected() == last)
    editor.press("home")
    #expect(selected() == 0)
    editor.press("end left")
    #expect(selected() == last, "the text cursor moves, but the list's cursor stays")
    type("a")
    editor.press("home b end down")
    #expect((editor.state.overlays.top as? any Picker)?.field.text == "ba")
  }

  @Test func `ctrl-space chooses an item while the filter text is being typed`() {
    editor.press("m")
    type("tm")
    editor.press("ctrl-space")
    guard let picker = editor.state.overlays.top(as: GroupPicker.self) else {
      Issue.record("the list of groups is not open")
      return
    }
    #expect(picker.changes.count == 1)
    #expect(picker.field.text == "tm")
  }

  @Test func `a new group's name may begin like an existing name and contain spaces`() {
    editor.press("m")
    type("TMB 2027")
    editor.press("enter")
    #expect(editor.library.index.groups.contains { $0.name == "TMB 2027" })
  }

  @Test func `an open list of groups shows changes made by other programs`() throws {
    editor.press("m")
    #expect(editor.text.contains("[x] Alps 2026"))
    let id = try #require(editor.state.list.selected)
    editor.library.regroupElsewhere(id, [])
    editor.send(.loaded(editor.library.index))
    #expect(editor.text.contains("[ ] Alps 2026"))
    editor.press("space enter")
    #expect(editor.library.index[id]?.groups == [SampleLibrary.alps])
  }

  @Test func `typing filters the items and towns that a search by name found`() {
    editor.press("2 /")
    type("haute")
    editor.press("enter")
    #expect(editor.text.contains("Haute Route d1") && editor.text.contains("Haute Route d3"))
    type("jk2")
    #expect(editor.text.contains("No row contains this text."))
    editor.press("enter")
    #expect(editor.state.overlays.top is FoundPicker, "no row can be chosen")
    editor.press("ctrl-u")
    type("PATH d2")
    #expect(editor.state.overlays.top(as: FoundPicker.self)?.rows.map(\.name) == ["Haute Route d2"])
    editor.press("enter")
    #expect(editor.state.overlays.isEmpty && editor.selectedName == "Haute Route d2")
  }

  @Test func `the nearest items are listed, and enter goes to the selected one`() throws {
    let place = try #require(editor.state.index.snapshot.places.first)
    let path = ItemID(.path, 3)
    editor.send(
      .foundNearest(
        to: "Hut",
        [
          Nearby(
            id: path, name: "Col du Bonhomme",
            coordinate: try #require(editor.library.content.points[path])[7], metres: 85,
            bearingDegrees: 9),
          Nearby(
            id: place.id, name: place.name, coordinate: place.coordinate, metres: 12_300,
            bearingDegrees: 181),
        ]))
    #expect(editor.text.contains("Nearest to Hut"))
    #expect(editor.text.contains("   85 m  009° N   Col du Bonhomme"))
    #expect(editor.text.contains("12.3 km  181° S   \(place.name)"))
    editor.press("enter")
    #expect(editor.state.list.selected == path)
    #expect(editor.state.pathEditing.pointCursor == 7)
    editor.send(
      .foundNearest(
        to: "Hut",
        [
          Nearby(
            id: place.id, name: place.name, coordinate: place.coordinate, metres: 12_300,
            bearingDegrees: 181)
        ]))
    editor.press("enter")
    #expect(editor.state.list.selected == place.id)
    let centre = editor.state.map.viewport.centreCoordinate
    #expect(abs(centre.latitude - place.coordinate.latitude) < 1e-6)
  }

  @Test func `a point number on the command line goes to that point`() {
    editor.press("j j : 6 0 enter")
    guard case .pathEdit(let edit) = editor.state.mode else {
      Issue.record("expected path editing, found \(editor.state.mode)")
      return
    }
    #expect(edit.point == 59)
    editor.press(":")
    type("point 2")
    editor.press("enter")
    #expect(editor.state.pointEdit?.edit.point == 1)
    for wrong in ["0", "900", "point x"] {
      editor.press(":")
      type(wrong)
      editor.press("enter")
      #expect(editor.state.toast?.text.contains("the path has points 1–64") == true)
      #expect(editor.state.pointEdit?.edit.point == 1)
    }
  }

  @Test func `paths are joined in the order in which they were marked`() {
    editor.press("j j j space k k space J")
    guard case .preview(let operation) = editor.state.mode else {
      Issue.record("expected a preview, found \(editor.state.mode)")
      return
    }
    #expect(operation.paths == [ItemID(.path, 4), ItemID(.path, 3)])
    #expect(editor.text.contains("as marked"))
  }

  @Test func `the places offered for a split begin with the one nearest to the path`() throws {
    let path = try #require(editor.library.paths([SampleLibrary.bonhomme]).first)
    editor.press("j j t s")
    guard case .preview(let operation) = editor.state.mode else {
      Issue.record("expected a preview, found \(editor.state.mode)")
      return
    }
    let nearest = NearPlace.sorted(editor.state.index.mapPlaces, by: path.shape)
    #expect(operation.places == nearest)
    #expect(nearest.map(\.metres) == nearest.map(\.metres).sorted())
    #expect(nearest.count == 5)
    editor.press("k l l l l l")
    #expect(editor.text.contains(nearest[0].name))
    #expect(editor.text.contains(" off"))
  }
}
