import Foundation
import TestSupport
import Testing

/// Tests of operations on paths in a real terminal: previewed, applied and undone.
@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorOperationTests {
  /// Starts the editor and selects the second day.
  private func startWithDay2Selected(_ world: EditorWorld) throws -> TerminalWindow {
    let window = try world.editTrip()
    try window.press("j", "j")
    try window.wait(for: "▸ Day 2")
    return window
  }

  @Test func `cancelling a preview of simplify leaves the bytes of the store unchanged`() throws {
    let world = try EditorWorld.withTrip()
    let before = try Data(contentsOf: world.store)
    let contents = try world.contents()
    let window = try startWithDay2Selected(world)
    try window.press("S")
    try window.wait(for: "points removed")
    let first = try window.screen()
    try window.press("j", "l", "l")
    try window.wait(for: "‹ 50m ›")
    try window.wait(for: "another number of removed points") { rows in
      rows.contains { $0.contains("points removed") } && rows != first
    }
    try window.type("1km")
    try window.wait(for: "1km")
    try window.press("Escape")
    try window.wait(for: "‹ 50m ›")
    try window.press("Space")
    try window.wait(for: "BEFORE")
    try window.press("Escape")
    try window.wait(for: "Nothing was changed")
    try window.press("q")
    try window.wait(for: "ended 0")
    #expect(try world.contents() == contents)
    #expect(try Data(contentsOf: world.store) == before)
  }

  @Test func `Enter applies the previewed simplification, which can be undone after a restart`()
    throws
  {
    let world = try EditorWorld.withTrip()
    let before = try world.contents()
    let window = try startWithDay2Selected(world)
    try window.type("S20m")
    let rows = try window.wait(for: "1 144 points removed")
    #expect(rows.contains { $0.contains(/Points +1 222 +78/) })
    try window.press("Enter", "Enter")
    try window.wait(for: "Simplified Day 2")
    #expect(try world.cartographer(["list", "paths"]).contains(/Day 2.* 78 points/))
    try window.press("q")
    try window.wait(for: "ended 0")
    let restarted = try world.edit()
    try restarted.wait(for: "undo:6")
    try restarted.press("u")
    try restarted.wait(for: "Undo “Simplify Day 2")
    try restarted.press("y")
    try restarted.wait(for: "Undid: Simplify Day 2")
    #expect(try world.contents() == before)
  }

  @Test func `a path is split at a gap in its recording`() throws {
    let world = try EditorWorld.withTrip()
    let before = try world.contents()
    let window = try startWithDay2Selected(world)
    try window.type("tsk")
    try window.wait(for: "‹ at point ›")
    try window.type("l")
    try window.wait(for: "‹ at gaps ›")
    try window.wait(for: "2 pieces")
    try window.wait(for: "760    7.7 km")
    try window.press("Enter")
    try window.wait(for: "u to undo")
    let list = try world.cartographer(["list", "paths"])
    #expect(list.contains(/Day 2: Refuge du Névé – 雪見小屋 +7\.7 km +760 points/))
    #expect(list.contains(/雪見小屋 \(2\) +4\.1 km +462 points/))
    try window.press("u")
    try window.wait(for: "Undid")
    #expect(try world.contents() == before)
  }

  @Test func `an invalid operation is reported in the form and changes nothing`() throws {
    let world = try EditorWorld.withTrip()
    let before = try world.contents()
    let window = try startWithDay2Selected(world)
    try window.type("tek")
    try window.type("l")
    try window.wait(for: "‹ terrain ›")
    try window.press("j")
    try window.type("/nowhere/tiles")
    try window.press("Enter")
    try window.wait(for: "There is no folder")
    try window.press("Escape")
    try window.wait(for: "NORMAL")
    #expect(try world.contents() == before)
  }

  @Test func `points are searched, marked and edited in the table of points`() throws {
    let world = try EditorWorld.withTrip()
    let before = try world.contents()
    let window = try startWithDay2Selected(world)
    try window.press("Enter", "T")
    try window.wait(for: "height")
    try window.type("/gap>10min")
    try window.wait(for: "1 point")
    try window.press("Enter")
    try window.wait(for: "▸ ")
    try window.wait(for: "point 761 of 1 222")
    try window.press("Enter")
    try window.wait(for: "Edit point 761")
    try window.press("Tab", "C-u")
    try window.type("2345")
    try window.press("Enter")
    try window.wait(for: "Changed the elevation")
    try window.type("/>2680m")
    try window.wait(for: "/>2680m")
    try window.press("Enter")
    try window.press("*")
    try window.wait(for: "marked")
    try window.press("x")
    try window.wait(for: "Deleted")
    try window.press("u", "u")
    try window.wait(for: "of 1 222")
    try window.wait(for: "Undid: Change the elevation")
    #expect(try world.contents() == before)
  }

  @Test func `an operation on marked paths is one change in the history`() throws {
    let world = try EditorWorld.withTrip()
    let before = try world.contents()
    let window = try world.editTrip()
    try window.press("Space", "Space", "S")
    try window.wait(for: "2 paths")
    try window.wait(for: "points removed")
    try window.press("Enter")
    try window.wait(for: "u to undo")
    try window.wait(for: "undo:6")
    try window.press("u")
    try window.wait(for: "Undid")
    #expect(try world.contents() == before)
  }

  @Test func `statistics and profiles show the selected path`() throws {
    let window = try startWithDay2Selected(EditorWorld.withTrip())
    try window.type("gs")
    try window.wait(for: "Slopes, over 50 m of path")
    try window.wait(for: "stopped")
    try window.press("Escape")
    try window.wait(forNo: "Slopes")
    try window.press("4")
    try window.wait(for: "4 Profile: elevation")
    try window.press("v")
    try window.wait(for: "4 Profile: speed")
    try window.press("a")
    try window.wait(for: "by time")
    try window.press(">", ">")
    try window.wait(for: "×4")
  }
}
