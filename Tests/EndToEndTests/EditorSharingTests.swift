import Foundation
import TestSupport
import Testing

/// Tests of the editor while another process changes the same store.
@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorSharingTests {
  @Test func `a change by another process is shown without a key press`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try world.cartographer(["edit", "P4", "--name", "Before breakfast"])
    let changed = Date()
    try window.wait(for: "▸ Before breakfast")
    #expect(Date().timeIntervalSince(changed) < 5)
    try window.wait(for: "Another program changed the store")
    try world.cartographer(["undo"])
    try window.wait(for: "▸ After dinner")
  }

  @Test func `an item deleted by another process disappears from the list`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try world.cartographer(["delete", "P4"])
    try window.wait(forNo: "After dinner")
    try window.wait(for: "Paths   4")
  }

  @Test func `an edit of a path that another process changed is refused`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.press("Enter")
    try window.wait(for: "point 1 of 143")
    // A stopped editor cannot notice that another process changes the path.
    try window.signal(SIGSTOP)
    try world.cartographer(["points", "delete", "P4", "1", "2"])
    try window.press("l", "x")
    try window.signal(SIGCONT)
    let rows = try window.wait(for: "of 141")
    #expect(rows.contains { $0.contains("has since been changed") }, "\(rows)")
    #expect(try world.cartographer(["show", "P4"]).contains("141"))
  }

  @Test func `a form is refused if another process changed the item`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.press("e")
    try window.wait(for: "Edit After dinner")
    try world.cartographer(["edit", "P4", "--name", "Before breakfast"])
    try window.wait(for: "▸ Before breakfast")
    try window.press("C-u")
    try window.type("Supper")
    try window.press("Enter")
    try window.wait(for: "has since been changed")
    #expect(try world.cartographer(["list", "paths"]).contains("Before breakfast"))
  }

  @Test func `undo of another program's change asks for confirmation`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.type(":rename Supper")
    try window.press("Enter")
    try window.wait(for: "▸ Supper")
    try world.cartographer(["edit", "P4", "--notes", "late"])
    try window.wait(for: "Another program")
    try window.press("u")
    try window.wait(for: "Another program made the change")
    #expect(try world.cartographer(["show", "P4"]).contains("late"))
    try window.press("y")
    try window.wait(for: "Undid")
    #expect(try world.cartographer(["show", "P4"]).contains("Supper"))
    #expect(try !world.cartographer(["show", "P4"]).contains("late"))
  }

  @Test func `a store that was removed is saved in a new file, with its history`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try FileManager.default.removeItem(at: world.store)
    try window.wait(for: "The store was removed")
    try window.press("Escape")
    try window.wait(forNo: "The store was removed")
    try window.press("d")
    try window.wait(for: "save-library")
    try window.press("q")
    try window.wait(for: "quit and lose the library")
    try window.press("s")
    try window.wait(for: "Saved everything")
    try window.type(":rename Supper")
    try window.press("Enter")
    try window.wait(for: "▸ Supper")
    try window.press("q")
    try window.wait(for: "ended 0")
    let saved = world.folder.file("trip-saved.store").path
    #expect(try world.cartographer(["--store", saved, "list", "paths"]).contains("Supper"))
    #expect(try world.cartographer(["--store", saved, "log"]).contains("Import"))
    #expect(!FileManager.default.fileExists(atPath: world.store.path))
  }

  @Test func `termination saves the library of a removed store`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try FileManager.default.removeItem(at: world.store)
    try window.wait(for: "The store was removed")
    try window.signal(SIGTERM)
    try window.wait(for: "the library is now in")
    let saved = world.folder.file("trip-saved.store").path
    #expect(try world.cartographer(["--store", saved, "list", "paths"]).contains("Day 1"))
  }
}
