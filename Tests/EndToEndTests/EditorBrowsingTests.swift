import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorBrowsingTests {
  @Test func `the filter narrows the list while typing, ignoring accents and case`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    try window.type("gl/")
    try window.type("neve")
    try window.wait(for: "1 of 26")
    try window.wait(for: "▸ Refuge du Névé")
    try window.press("Escape")
    try window.wait(for: "Places   26")
    try window.type("/LAC")
    try window.wait(for: "2 of 26")
    try window.press("Enter")
    try window.press("g", "g", "j")
    try window.wait(for: "▸ Lac Miroir")
  }

  @Test func `the list is sorted in both directions, and the order survives a restart`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.type(",l")
    try window.wait(for: "length")
    let order = try names(window.screen())
    try window.type(",l")
    try window.wait(for: "the reversed order") { names($0) == order.reversed() }
    try window.press("q")
    try window.wait(for: "ended 0")
    #expect(order.count == 5)

    let restarted = try world.editTrip()
    try restarted.wait(for: "the saved order") { names($0) == order.reversed() }
  }

  @Test func `help lists the keys of the current view and can be searched`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    try window.press("?")
    try window.wait(for: "Keys here: In the list")
    try window.type("/trash")
    try window.wait(for: "Move to the trash")
    try window.press("Escape")
    try window.press("Escape")
    try window.wait(forNo: "Keys here")
  }

  @Test func `the command palette finds commands by letters and reports why a command cannot run`()
    throws
  {
    let window = try EditorWorld.withTrip().editTrip()
    try window.type(":srtl")
    try window.wait(for: "sort-length")
    try window.press("Down")
    try window.press("Enter")
    try window.wait(for: "length")
    try window.type(":redo")
    try window.press("Enter")
    try window.wait(for: "there is nothing to redo")
    try window.type(":flurb")
    try window.press("Enter")
    try window.wait(for: "there is no command")
  }

  @Test func `the map is panned, zoomed and fitted by keys`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    try window.press("2")
    try window.wait(for: "┏━ 2 Map")
    // The first movement stops the map from following the paths that are still being loaded.
    let loading = try window.screen()
    try window.press("l")
    let before = try window.wait(for: "a moved map") {
      position($0).longitude > position(loading).longitude
    }
    try window.press("l")
    let panned = try window.wait(for: "a map further east") {
      position($0).longitude > position(before).longitude
    }
    #expect(abs(position(panned).latitude - position(before).latitude) < 1e-9)
    try window.press("k")
    try window.wait(for: "a map further north") {
      position($0).latitude > position(panned).latitude
    }
    try window.press("+")
    try window.wait(for: "Map  z9.5")
    try window.press("-", "-")
    try window.wait(for: "Map  z8.5")
    try window.press("F")
    try window.wait(for: "Map  z9.0")
    try window.press("Escape")
    try window.wait(for: "┏━ 1 Paths")
  }

  @Test func `the mouse selects rows, and zooms and drags the map`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    try window.click(column: 6, row: 5)
    try window.wait(for: "▸ Day 2")
    try window.wheel(.wheelUp, column: 55, row: 12)
    try window.wait(for: "Map  z9.5")
    try window.wheel(.wheelDown, column: 55, row: 12)
    let before = try window.wait(for: "Map  z9.0")
    try window.drag(from: (70, 20), through: [(68, 20), (64, 20), (60, 20)])
    try window.wait(for: "map further east") {
      position($0).longitude > position(before).longitude
    }
    try window.click(column: 10, row: 2)
    try window.wait(for: "▸ Belvédère")
  }

  @Test func `pasted text triggers no keys, and pasted coordinates are offered as a place`() throws
  {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    let before = try world.contents()
    try window.paste("dddd")
    try window.wait(for: "only coordinates or file contents can be pasted")
    #expect(try world.contents() == before)
    try window.paste("46.5N 7.9E")
    try window.wait(for: "New place")
    try window.wait(for: "46.50000°N 7.90000°E")
  }

  /// Returns the names in the list, from top to bottom.
  private func names(_ rows: [String]) -> [String] {
    rows.dropFirst(3).prefix(5).map { row in
      String(row.dropFirst(3).prefix(8)).trimmingCharacters(in: .whitespaces)
    }
  }

  /// Returns the crosshair's position in the status row, or NaN if the row shows none.
  private func position(_ rows: [String]) -> (latitude: Double, longitude: Double) {
    guard let row = rows.dropLast().last, let found = row.firstMatch(of: /([\d.]+)°N ([\d.]+)°E/)
    else { return (.nan, .nan) }
    return (Double(found.1) ?? .nan, Double(found.2) ?? .nan)
  }
}
