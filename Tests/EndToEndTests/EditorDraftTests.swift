import Foundation
import TestSupport
import Testing

/// Closing the terminal or killing the editor loses nothing that was typed or drawn.
@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorDraftTests {
  private func drafts(of world: EditorWorld) throws -> String {
    (try? String(contentsOf: world.folder.file("trip.store.drafts"), encoding: .utf8)) ?? ""
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP])
  func `typed text survives a killed editor and is saved after a restart`(number: Int32) throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.press("e")
    try window.wait(for: "Edit After dinner")
    try window.type("Evening walk")
    if number == SIGKILL {
      // Drafts are written a few times a second.
      try window.wait(for: "the draft on disk") { _ in
        try drafts(of: world).contains("\"text\":\"Evening walk\"")
      }
      try window.kill()
    } else {
      try window.wait(for: "Evening walk")
      try window.signal(number)
      try window.wait(for: "ended")
    }
    let again = try world.edit()
    try again.wait(for: "“Evening walk” — o d continues it")
    try again.press("o", "d")
    try again.wait(for: "Unfinished input")
    try again.press("Enter")
    try again.wait(for: "restored draft")
    try again.press("Enter")
    try again.wait(for: "u to undo")
    try again.press("q")
    try again.wait(for: "ended 0")
    #expect(try world.cartographer(["list", "paths"]).contains("Evening walk"))
    #expect(try drafts(of: world).isEmpty)
  }

  @Test func `a value typed into a preview survives a killed editor`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.press("S")
    try window.wait(for: "PREVIEW")
    try window.type("75m")
    try window.wait(for: "the draft on disk") { _ in
      try drafts(of: world).contains("\"text\":\"75m\"")
    }
    try window.kill()
    let again = try world.edit()
    // At 80 columns, the middle of the message is elided.
    try again.wait(for: "Tolerance (m) 75m — o d continues it")
    try again.press("o", "d")
    try again.wait(for: "Unfinished input")
    try again.press("Enter")
    try again.wait(for: "PREVIEW")
    try again.wait(for: "75m")
  }

  @Test func `a drawing survives a killed editor, and two editors keep theirs apart`() throws {
    let world = try EditorWorld.withTrip()
    let first = try world.editTrip()
    try first.press("o", "p", "a", "l", "l", "a", "l", "l", "a")
    try first.wait(for: "3 points")
    let second = try world.editTrip()
    #expect(try !second.screen().contains { $0.contains("Unfinished") })
    try second.press("o", "p", "a", "l", "l", "a")
    try second.wait(for: "2 points")
    for (name, window) in [("trip.store.drafts", first), ("trip.store.drafts-2", second)] {
      try window.wait(for: "the draft on disk") { _ in
        FileManager.default.fileExists(atPath: world.folder.file(name).path)
      }
    }
    try second.press("Escape")
    try second.wait(for: "Kept the drawing")
    try second.press(":", "q", "Enter")
    try second.wait(for: "ended 0")
    try first.wait(for: "all points on disk") { _ in
      try drafts(of: world).split(separator: "],[").count == 3
    }
    try first.kill()
    let again = try world.edit()
    try again.wait(for: "2 drafts of unfinished input")
    try again.press("o", "d")
    try again.wait(for: "A path with 3 points")
    try again.wait(for: "A path with 2 points")
  }
}
