import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Commands for several items, and undo from the history.
@Suite struct SeveralItemsTests {
  let editor = EditorDriver()

  private var undone: [Write] {
    editor.writes.filter { if case .undo = $0 { true } else { false } }
  }

  private func run(_ line: String) {
    editor.press(":")
    editor.type(line)
    editor.press("enter")
  }

  @Test func `duplicating acts on the marked items and clears the marks`() {
    editor.press("space space")
    run("duplicate")
    #expect(editor.writes == [.edit(.duplicate([ItemID(.path, 1), ItemID(.path, 2)]))])
    #expect(editor.state.list.marks.isEmpty)
  }

  @Test func `renaming several items shows the new names and asks for confirmation`() {
    editor.press("space space")
    run("rename-all Day {n}")
    #expect(editor.writes.isEmpty)
    #expect(editor.text.contains("→ Day 1"))
    #expect(editor.text.contains("→ Day 2"))
    editor.press("enter")
    #expect(editor.writes.isEmpty, "enter does not confirm")
    editor.press("y")
    #expect(editor.rowNames.contains("Day 2"))
    run("rename-all {nam}")
    #expect(editor.state.toast?.text.contains("{nam}") == true)
    run("rename-all {name")
    #expect(editor.state.toast?.text.contains("Close the field, as in {name}.") == true)
  }

  @Test func `duplicate places are listed before they are merged`() {
    run("dedupe 1m")
    #expect(editor.state.toast?.text.contains("No two places") == true)
    let first = editor.library.content.snapshot.places[0]
    editor.library.content.snapshot.places.append(
      PlaceSnapshot(
        id: ItemID(.location, 900), name: "Twin", coordinate: first.coordinate,
        created: first.created))
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    run("dedupe")
    #expect(editor.text.contains("\(first.name) = Twin"))
    editor.press("y")
    #expect(
      editor.writes == [
        .edit(
          .mergePlaces([
            PlaceCluster(kept: first.id, others: [ItemID(.location, 900)], metres: 0)
          ]))
      ])
    run("dedupe 5 apples")
    #expect(editor.state.toast?.text.contains("5 apples") == true)
  }

  @Test func `converting paths shows their kinds and asks for the target`() {
    editor.press("space space g v")
    #expect(editor.writes.isEmpty)
    #expect(editor.text.contains("Convert 2 paths to what?"))
    #expect(editor.text.contains("(track, "))
    editor.press("p")
    let both = [ItemID(.path, 1), ItemID(.path, 2)]
    #expect(editor.writes == [.edit(.placesOfPaths(both))])
    editor.press("g v P")
    #expect(editor.writes.last == .together([.placesOfPaths(both), .trash(both)]))
    #expect(editor.state.list.marks.isEmpty)
  }

  @Test func `a path made from places visits them in the order of the list`() {
    editor.press("g l g v")
    #expect(editor.state.toast?.text.contains("at least two places") == true)
    editor.press("space space")
    run("convert Loop")
    let places = editor.state.targets
    #expect(places.count == 2)
    for (number, place) in places.enumerated() {
      #expect(editor.text.contains("\(number + 1)  \(editor.state.index[place]?.name ?? "?")"))
    }
    editor.press("r")
    #expect(editor.writes == [.edit(.pathOfPlaces(places, kind: .route, name: "Loop"))])
    editor.press("g p space")
    run("convert")
    #expect(editor.state.toast?.text.contains("mark places or paths, not both") == true)
  }

  @Test func `distance measures between two marked items, and nearest asks the library`() {
    editor.press("2 space space")
    run("distance")
    #expect(editor.state.toast?.text.contains("→") == true)
    #expect(editor.state.toast?.text.contains("on arrival") == true)
    run("nearest")
    #expect(
      editor.effects.contains {
        if case .ask(.nearest) = $0 { true } else { false }
      })
    #expect(editor.text.contains("Nearest to"))
  }

  // MARK: History

  @Test func `enter in the history shows the differences made by a change`() {
    editor.press("d d g h j enter")
    #expect(
      editor.effects.contains(
        .ask(.diff(editor.library.history[0].id, EditorDriver.settings.zone, .decimalDegrees)))
    )
    #expect(editor.text.contains("An answer"))
    editor.press("esc")
    #expect(editor.state.modeName == "HISTORY")
  }

  @Test func `undoing several changes from the history asks first, undoing one does not`() {
    editor.press("d d d d g h t")
    #expect(editor.state.toast?.text.contains("no changes after") == true)
    editor.press("j t")
    #expect(undone.count == 1)
    editor.press("G t")
    #expect(editor.text.contains("Undo 2 changes?"))
    editor.press("esc")
    #expect(undone.count == 1)
    editor.press("t y")
    #expect(undone.count == 3)
    #expect(editor.text.contains("HISTORY"))
    #expect(editor.library.done.count == 1)
  }
}
