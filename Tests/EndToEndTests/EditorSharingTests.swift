import Foundation
import TestSupport
import Testing

/// One store, the editor, and somebody else.
@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorSharingTests {
  @Test func `a change by another process shows without a key`() throws {
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

  @Test func `what another process trashed leaves the list`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try world.cartographer(["delete", "P4"])
    try window.wait(forNo: "After dinner")
    try window.wait(for: "Paths   4")
  }

  @Test func `a path another process changed cannot be edited as it was`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.press("Enter")
    try window.wait(for: "point 1 of 143")
    // Stopped, the editor cannot notice that its path is another now.
    try window.signal(SIGSTOP)
    try world.cartographer(["points", "delete", "P4", "1", "2"])
    try window.press("x")
    try window.signal(SIGCONT)
    let rows = try window.wait(for: "of 141")
    #expect(rows.contains { $0.contains("changed elsewhere") }, "\(rows)")
    #expect(try world.cartographer(["show", "P4"]).contains("141"))
  }

  @Test func `a form over what another process changed meanwhile is refused`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.press("e")
    try window.wait(for: "Edit After dinner")
    try world.cartographer(["edit", "P4", "--name", "Before breakfast"])
    try window.wait(for: "▸ Before breakfast")
    try window.press("C-u")
    try window.type("Supper")
    try window.press("Enter")
    try window.wait(for: "changed elsewhere")
    #expect(try world.cartographer(["list", "paths"]).contains("Before breakfast"))
  }

  @Test func `undo takes back what another program did only after a question`() throws {
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
}
