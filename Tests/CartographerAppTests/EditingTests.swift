import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Commands that edit items: each key sequence makes exactly one change, which u undoes.
@Suite struct EditingTests {
  let editor = EditorDriver()

  @Test func `d moves the item to the trash, and the message names the key for undo`() {
    editor.press("d")
    #expect(editor.writes == [.edit(.trash([ItemID(.path, 1)]))])
    #expect(editor.selectedName == "Bernina morning", "the cursor stays in the same row")
    #expect(editor.state.toast?.text.contains("u to undo") == true)
    editor.press("u")
    #expect(editor.rowNames.count == 14)
    #expect(editor.state.toast?.text.contains("Undid: Delete Aletsch traverse") == true)
    editor.press("ctrl-r")
    #expect(editor.rowNames.count == 13)
  }

  @Test func `the marked items are deleted in one change`() {
    editor.press("space space d")
    #expect(editor.writes == [.edit(.trash([ItemID(.path, 1), ItemID(.path, 2)]))])
    #expect(editor.state.list.marks.isEmpty)
  }

  @Test func `removing a path from a group does not delete the path`() {
    editor.press("g r enter x")
    #expect(
      editor.writes == [.edit(.removeFromGroups([ItemID(.path, 1)], groups: [SampleLibrary.alps]))])
    #expect(editor.rowNames.count == 5)
    #expect(editor.library.content.snapshot.paths.allSatisfy { $0.trashed == nil })
  }

  @Test func `a large deletion asks once, and neither d nor enter confirms it`() {
    for number in 0..<30 {
      editor.library.content.snapshot.paths.append(
        PathSnapshot(
          id: ItemID(.path, Int64(500 + number)), kind: .track, name: "More \(number)",
          created: Date(timeIntervalSinceReferenceDate: 0)))
    }
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    editor.press("a d")
    guard let question = editor.state.overlays.top(as: Confirmation.self) else {
      Issue.record("no confirmation was shown")
      return
    }
    #expect(question.lines[0].contains("44 paths"))
    editor.press("d")
    editor.press("enter")
    #expect(editor.writes.isEmpty)
    editor.press("y")
    #expect(editor.writes.count == 1)
    #expect(editor.rowNames.isEmpty)
  }

  @Test func `purging always asks, and undo brings the item back`() {
    editor.press("d g t D")
    #expect(editor.state.modeName == "CONFIRM")
    editor.press("enter esc")
    #expect(editor.writes.count == 1)
    editor.press("D y")
    #expect(editor.writes.last == .edit(.purge([ItemID(.path, 1)])))
    editor.press("u")
    #expect(editor.rowNames == ["Aletsch traverse"])
    editor.press("r")
    #expect(editor.rowNames.isEmpty)
  }

  @Test func `the form renames the item and shows errors in its fields`() {
    editor.press("e ctrl-u enter")
    guard let form = editor.state.overlays.top(as: FormState.self) else {
      Issue.record("the form closed although the name was empty")
      return
    }
    #expect(form.fields[0].error == "needs a name")
    editor.type("Märjelen")
    editor.press("enter")
    #expect(editor.writes == [.edit(.set(.name, of: [ItemID(.path, 1)], to: "Märjelen"))])
    #expect(editor.selectedName == "Märjelen", "the selection follows the item to its new row")
  }

  @Test func `changes to several fields of a form are undone together`() {
    editor.press("e")
    editor.type("!")
    editor.press("tab")
    editor.type("windy")
    editor.press("enter")
    #expect(editor.writes.count == 1)
    #expect(editor.library.content.snapshot.paths[0].notes == "windy")
    editor.press("u")
    #expect(editor.library.content.snapshot.paths[0].name == "Aletsch traverse")
    #expect(editor.library.content.snapshot.paths[0].notes.isEmpty)
  }

  @Test func `escape keeps the form's draft, and ctrl-g discards it`() {
    editor.press("e tab")
    editor.type("rain")
    editor.press("esc")
    #expect(editor.writes.isEmpty)
    editor.press("e")
    #expect(editor.text.contains("rain"))
    #expect(editor.text.contains("Restored draft; the stored value is empty."))
    editor.press("ctrl-g y e")
    #expect(!editor.text.contains("rain"))
  }

  @Test func `a colour name applies to all marked items, and an unknown name is refused`() {
    editor.press("space space C")
    editor.type("b")
    editor.press("enter")
    #expect(editor.writes.isEmpty, "blue and brown begin with b")
    editor.type("lu")
    editor.press("enter")
    #expect(
      editor.writes == [
        .edit(.set(.colour, of: [ItemID(.path, 1), ItemID(.path, 2)], to: "#2F6FDE"))
      ])
  }

  @Test func `the group picker shows three states and writes only the changed groups`() {
    editor.press("space space m")
    #expect(editor.text.contains("[-] Alps 2026"))
    #expect(editor.text.contains("[ ] TMB"))
    editor.press("space enter")
    #expect(
      editor.writes == [
        .edit(
          .addToGroups([ItemID(.path, 1), ItemID(.path, 2)], groups: [SampleLibrary.alps]))
      ])
  }

  @Test func `a new name in the group picker creates a group with the selected item`() {
    editor.press("m")
    editor.type("Swiss 2027")
    editor.press("enter")
    #expect(
      editor.writes == [.edit(.createGroup(name: "Swiss 2027", members: [ItemID(.path, 1)]))])
  }

  @Test(arguments: ["46.5 7.9", "46°30'N 7°54'E", "N46 30.0 E7 54.0"])
  func `a place is created at typed coordinates`(text: String) throws {
    editor.press("o l")
    editor.type("Hut")
    editor.press("tab ctrl-u")
    editor.type(text)
    editor.press("enter")
    guard case .edit(.addPlace(let name, let position, _, _, _))? = editor.writes.first else {
      Issue.record("no place was created")
      return
    }
    #expect(name == "Hut")
    #expect(abs(position.latitude - 46.5) < 1e-9)
    #expect(abs(position.longitude - 7.9) < 1e-9)
    #expect(editor.selectedName == "Hut", "the new place is selected")
  }

  @Test func `a place is created with a symbol and notes in one change`() throws {
    editor.press("o l")
    editor.type("Hut")
    editor.press("backtab")
    editor.type("Lodge")
    editor.press("backtab")
    editor.type("Water behind the house")
    editor.press("enter")
    #expect(editor.writes.count == 1)
    guard case .edit(.addPlace("Hut", _, _, _, let texts))? = editor.writes.first else {
      Issue.record("no place was created")
      return
    }
    #expect(texts == [.symbol: "Lodge", .notes: "Water behind the house"])
  }

  @Test func `enter saves a place moved on the map, and escape cancels the move`() throws {
    editor.press("g l M l l enter")
    guard case .edit(.movePlace(_, let to))? = editor.writes.first else {
      Issue.record("the place was not moved")
      return
    }
    #expect(to.longitude > 6.69)
    editor.press("M j j esc")
    #expect(editor.writes.count == 1)
  }

  @Test func `the empty fields of a form say which programs show notes and comments`() {
    editor.press("e")
    #expect(editor.text.contains("Notes    shown only by Cartographer"), "\(editor.text)")
    #expect(editor.text.contains("Comment  also shown by other programs"))
    editor.press("tab")
    editor.type("Bring water")
    #expect(!editor.text.contains("shown only by Cartographer"))
  }

  @Test func `a drawn path is saved as a route with the typed name`() {
    editor.press("o p a l l a j a")
    #expect(editor.text.contains("3 points"))
    editor.press("enter")
    editor.type("Morning loop")
    editor.press("enter")
    guard case .edit(.addPath(let name, let kind, let points, _, _))? = editor.writes.first else {
      Issue.record("no path was created")
      return
    }
    #expect(name == "Morning loop")
    #expect(kind == .route)
    #expect(points.count == 3)
    #expect(editor.state.mode == .browse)
  }

  @Test func `with terrain tiles, the climb of a drawing is updated with each point`() {
    editor.press("o p a l l a")
    #expect(editor.text.contains("m  move the map"), "without tiles no climb is shown")
    editor.press(":")
    editor.type("set tiles ~/srtm")
    editor.press("enter j a")
    #expect(editor.text.contains("↑500 m  ↓80 m"))
    editor.press("x")
    #expect(editor.text.contains("↑250 m  ↓40 m"))
    let asked = editor.effects.filter { if case .ask = $0 { true } else { false } }
    #expect(asked.count == 3, "one request for each state of the drawing")
    editor.send(.climbed([], nil))
    #expect(editor.text.contains("↑250 m"), "an answer for other points is ignored")
  }

  @Test func `pressing o p again continues a drawing that was left with escape`() {
    editor.press("o p a l a esc")
    #expect(editor.state.mode == .browse)
    editor.press("o p")
    #expect(editor.state.mode == .draw(DrawState(points: editor.state.drawnPoints)))
    #expect(editor.state.drawnPoints.count == 2)
  }

  @Test func `a change waits until the pending change is written`() {
    editor.answersWrites = false
    editor.press("d d j")
    #expect(editor.writes.count == 1, "the second change waits")
    editor.answer()
    #expect(
      editor.writes == [.edit(.trash([ItemID(.path, 1)])), .edit(.trash([ItemID(.path, 2)]))])
    #expect(editor.selectedName == "Dents du Midi", "the key after the second change waited too")
  }

  @Test func `a refused change shows the reason and leaves the library unchanged`() {
    editor.library.refusal = "The place was changed by another program; look at it and try again."
    editor.press("d")
    #expect(editor.state.toast?.level == .error)
    #expect(editor.text.contains("changed by another program"))
    #expect(editor.rowNames.count == 14)
    editor.press("d")
    #expect(editor.rowNames.count == 13)
  }

  @Test func `a read-only store refuses changes, and the message gives the reason`() {
    editor.library.content.snapshot.isWritable = false
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    editor.press("d")
    #expect(editor.state.toast?.text.contains("is read-only") == true)
    #expect(editor.writes.isEmpty)
  }

  @Test func `E saves the notes written in the user's text editor`() {
    editor.editedNotes = "Snow until July\nBring crampons"
    editor.press("E")
    #expect(
      editor.writes == [
        .edit(.set(.notes, of: [ItemID(.path, 1)], to: "Snow until July\nBring crampons"))
      ])
  }

  @Test func `marked paths are joined to the path that was marked first`() {
    editor.press("j j space k k space J enter")
    #expect(editor.writes == [.edit(.join([ItemID(.path, 3), ItemID(.path, 2)]))])
    editor.press("R")
    #expect(editor.writes.last == .edit(.editPoints(of: ItemID(.path, 3), .reverse)))
  }

  @Test func `only the marked paths are joined, not the path under the cursor`() {
    editor.press("j space space J enter")
    #expect(editor.writes == [.edit(.join([ItemID(.path, 2), ItemID(.path, 3)]))])
  }
}

extension AppState {
  fileprivate var drawnPoints: [Coordinate] {
    if case .draw(let drawing) = mode { drawing.points } else { [] }
  }
}
