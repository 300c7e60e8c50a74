import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorItineraryTests {
  private func openItinerary(_ window: TerminalWindow) throws {
    try window.type("gr")
    try window.wait(for: "5 paths")
    try window.type("gi")
    try window.wait(for: "ITINERARY")
  }

  @Test func `an itinerary planned with keys survives a restart and can be undone`() throws {
    let world = try EditorWorld.withTrip()
    let before = try world.contents()
    let window = try world.editTrip(columns: 120, rows: 40)
    try openItinerary(window)
    try window.wait(for: "Nothing is planned yet.")
    try window.type("a")
    try window.type("Day 1")
    try window.press("Enter")
    try window.wait(for: "0/1 done")
    try window.type("a")
    try window.type("Rest day")
    try window.press("Enter")
    try window.wait(for: "0/2 done")
    try window.type("a")
    try window.type("Day 2")
    try window.press("Enter")
    try window.wait(for: "0/3 done")
    try window.press(">", "D")
    try window.wait(for: "1/3 done")
    try window.press("k", "K")
    try window.wait(for: "undo:11")
    try window.press("t")
    try window.wait(for: "Date of day 1")
    try window.type("2026-07-11")
    try window.press("Enter")
    try window.wait(for: "Day 2 Sun 12 Jul")
    try window.press("q", "q", "q")
    try window.wait(for: "ended 0")
    let plan = try world.cartographer(["itinerary", "Trois Refuges"])
    #expect(plan.contains(/1 +E2 +Rest day/))
    #expect(plan.contains(/3 +E3 +done +Day 2:/))
    #expect(try world.contents() != before)

    let restarted = try world.edit(columns: 120, rows: 40)
    try restarted.wait(for: "undo:12")
    for remaining in (5...11).reversed() {
      try restarted.press("u")
      try restarted.wait(for: "before this editor started")
      try restarted.press("y")
      try restarted.wait(for: "undo:\(remaining)")
    }
    try restarted.press("q", "q", "q")
    try restarted.wait(for: "ended 0")
    #expect(try world.contents() == before)
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `stops are numbered on the map at every screen size`(_ columns: Int, _ rows: Int) throws {
    let world = try EditorWorld.withTrip()
    try world.cartographer(["itinerary", "add", "Trois Refuges", "P1", "P2", "P3"])
    try world.cartographer(["itinerary", "move", "Trois Refuges", "3", "--day", "2"])
    let window = try world.editTrip(columns: columns, rows: rows)
    try openItinerary(window)
    try window.wait(for: "the days and the numbers") { lines in
      let text = lines.joined(separator: "\n")
      return text.contains(/Day 1 +25\.7 km/) && text.contains(/Day 2 +14\.6 km/)
        && text.contains("0/3 done")
        && text.contains(/S1[^0-9]{0,2}(Saint-Évrard|Parking|Boulangerie)/)
    }
    try window.press("Escape")
    try window.wait(for: "the numbers to disappear") { lines in
      !lines.contains { $0.contains(/S1[^0-9]{0,2}(Saint-Évrard|Parking|Boulangerie)/) }
    }
  }

  @Test func `another process's change is shown, and the cursor stays on its stop`()
    throws
  {
    let world = try EditorWorld.withTrip()
    try world.cartographer(["itinerary", "add", "Trois Refuges", "P1", "P2"])
    let window = try world.editTrip()
    try openItinerary(window)
    try window.press("j")
    try window.wait(for: "2 of 2")
    try world.cartographer(
      ["itinerary", "add", "Trois Refuges", "--title", "Train", "--before", "1"])
    try window.wait(for: "3 of 3")
    try window.press("D")
    try window.wait(for: "1/3 done")
    #expect(try world.cartographer(["itinerary", "Trois Refuges"]).contains(/3 +E2 +done/))
  }

  @Test func `the groups of several paths are changed as one change`() throws {
    let world = try EditorWorld.withTrip()
    try world.cartographer(["group", "create", "Evenings", "P4"])
    let before = try world.contents()
    let window = try world.editTrip()
    try window.type("ggaa")
    try window.press("a", "m")
    try window.wait(for: "[-] Evenings")
    try window.press("Space")
    try window.wait(for: "[x] Evenings")
    try window.press("Space")
    try window.wait(for: "[ ] Evenings")
    try window.press("Space")
    try window.wait(for: "[-] Evenings")
    try window.press("Space", "Down", "Space")
    try window.wait(for: "[ ] Trois Refuges")
    try window.press("Enter")
    try window.wait(for: "u to undo")
    let groups = try world.cartographer(["list", "groups"])
    #expect(groups.contains(/Evenings +no places +5 paths/))
    #expect(groups.contains(/Trois Refuges +26 places +no paths/))
    try window.press("u")
    try window.wait(for: "Undid")
    #expect(try world.contents() == before)
  }

  @Test func `a path removed from its group is kept, and a deleted path stays in the itinerary`()
    throws
  {
    let world = try EditorWorld.withTrip()
    try world.cartographer(["itinerary", "add", "Trois Refuges", "P2", "P3"])
    let window = try world.editTrip()
    try window.type("gr")
    try window.press("Enter")
    try window.wait(for: "After dinner")
    try window.press("j", "j", "x")
    try window.wait(for: "Removed")
    try window.press("d")
    try window.wait(for: "Deleted")
    let plan = try world.cartographer(["itinerary", "Trois Refuges"])
    #expect(plan.contains("(not in the group)"))
    #expect(plan.contains("(in the trash)"))
    #expect(try world.cartographer(["list", "paths"]).contains("P2"))
    #expect(try !world.cartographer(["list", "paths"]).contains("P3 "))
  }
}
