import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The colours of the selected path in the map pane.
@Suite struct PathColourKeyTests {
  let editor = EditorDriver()

  private func choose(_ quantity: String) {
    editor.press(", v")
    editor.type(quantity)
    editor.press("enter")
  }

  private var message: String { editor.state.toast?.text ?? "" }
  private var colouring: MapColouring? { editor.state.mapScene.colouring }
  /// The colour steps on the screen.
  private var steps: Set<Role> {
    let surface = editor.frame.surface
    return (0..<surface.rows).reduce(into: []) { steps, row in
      for column in 0..<surface.columns {
        if let role = surface[column, row]?.style.role, case .scale = role { steps.insert(role) }
      }
    }
  }

  @Test func `a key asks for the quantity, which then colours the selected path with a legend`() {
    #expect(steps.isEmpty)
    editor.press(", v")
    #expect(editor.text.contains("heart-rate"))
    editor.press("down enter")
    #expect(message == "Coloured the path by elevation (m)")
    #expect(editor.text.contains("elevation m █"))
    #expect(steps.count >= 4)
    choose("none")
    #expect(message == "Drew the selected path in one colour")
    #expect(colouring == nil && steps.isEmpty)
  }

  @Test(arguments: [
    ("speed", "speed (km/h)"), ("slope", "slope (%)"), ("time", "time (min)"),
  ])
  func `the message names the quantity and its unit`(quantity: String, words: String) {
    choose(quantity)
    #expect(message == "Coloured the path by \(words)")
    #expect(colouring != nil)
  }

  @Test func `the colours follow the selection, the units and the next session`() {
    choose("elevation")
    let first = colouring
    editor.press("j")
    #expect(colouring != nil && colouring != first)
    editor.press(", u")
    #expect(colouring?.scale.unit == "ft")
    let next = EditorDriver()
    next.state.restore(editor.state.session)
    #expect(next.state.settings.pathColour == .elevation)
  }

  @Test func `keys that change neither the path nor the quantity keep the computed colours`() {
    choose("elevation")
    let first = colouring
    editor.press("2 + + l")
    #expect(colouring == first)
  }

  @Test func `a path without heart rates is drawn as before, with a message`() {
    choose("heart")
    #expect(message == "Aletsch traverse has no heart rates")
    #expect(colouring == nil && steps.isEmpty)
    editor.press("j")
    #expect(!message.contains("heart"), "only the choice is answered")
  }

  @Test func `heart rates colour the path once they are read`() {
    var content = SampleLibrary.content()
    let path = ItemID(.path, 1)
    content.sensors[path] = PathSensors(columns: [.heartRate: (0..<40).map { 100 + Double($0) }])
    let editor = EditorDriver(content)
    editor.answersReads = false
    editor.press(", v")
    editor.type("heart-rate")
    editor.press("enter")
    #expect(editor.state.toast?.text.contains("olour") != true)
    #expect(editor.state.mapScene.colouring == nil)
    editor.answer()
    #expect(editor.state.toast?.text == "Coloured the path by heart rate (bpm)")
    #expect(editor.state.mapScene.colouring?.scale.quantity == .heartRate)
  }

  @Test func `colours and the heat map replace each other`() {
    editor.press(", i")
    choose("speed")
    #expect(editor.state.mapScene.heat == nil && colouring != nil)
    editor.press(", i")
    #expect(editor.state.mapScene.heat != nil && colouring == nil)
    editor.press(", i")
    #expect(colouring != nil)
  }

  @Test func `a place is not coloured, but the next path is`() {
    editor.press("]")
    choose("elevation")
    #expect(colouring == nil)
    #expect(message == "A selected path will be coloured by elevation", "\(message)")
    editor.press("[")
    #expect(colouring != nil)
  }

  @Test func `a picture has the colours of the map`() {
    choose("elevation")
    #expect(editor.state.pictureRequest.colours == [ItemID(.path, 1): .elevation])
    choose("heart-rate")
    #expect(editor.state.pictureRequest.colours.isEmpty)
  }

  @Test func `an unknown quantity is refused with the known ones`() {
    choose("mood")
    #expect(message.contains("“mood” is not a known quantity; choose one of elevation, speed"))
  }

  @Test func `a previewed operation and a drawing have no colours`() {
    choose("elevation")
    editor.press("o p")
    #expect(colouring == nil)
  }

  @Test func `a screen without colours shows the steps by characters`() {
    var settings = EditorDriver.settings
    settings.hasColours = false
    settings.pathColour = .elevation
    let editor = EditorDriver(settings: settings)
    #expect(editor.text.contains("▓") && editor.text.contains("░"))
  }

  @Test func `the quantity group colours all paths and places by their groups, with a legend`() {
    func roles() -> [Role] {
      editor.state.map.contents.paths.map(\.role) + editor.state.map.contents.places.map(\.role)
    }
    let own = roles()
    choose("group")
    #expect(message == "Coloured paths and places by group")
    #expect(editor.text.contains("groups █ Alps 2026 █ none"))
    let alps = Role.custom(
      RGBColour(hexadecimal: "#2F6FDE") ?? RGBColour(red: 0, green: 0, blue: 0))
    #expect(Set(roles()) == [alps, GroupColours.ungrouped])
    #expect(editor.state.pictureRequest.coloursByGroup && colouring == nil)
    choose("none")
    #expect(roles() == own)
    #expect(!editor.text.contains("groups █"))
  }

  @Test func `the quantity day colours the paths of the open group by the days of its itinerary`()
    throws
  {
    func roles() -> [ItemID: Role] {
      Dictionary(uniqueKeysWithValues: editor.state.map.contents.paths.map { ($0.id, $0.role) })
    }
    choose("day")
    #expect(message == "Open a group with an itinerary to see the colours of its days")
    #expect(editor.state.pictureRequest.coloursByDay)
    let (own, paths) = (roles(), try addTwoDays())
    #expect(roles()[paths[0]] == DayColours.role(ofDay: 1))
    #expect(roles()[paths[1]] == DayColours.role(ofDay: 2))
    #expect(editor.text.contains("█ Day 1 █ Day 2") || editor.text.contains("days █ 1 █ 2"))
    editor.press("<")
    #expect(roles()[paths[1]] == DayColours.role(ofDay: 1), "the map follows the itinerary")
    editor.press("u esc enter")
    #expect(roles()[paths[1]] == DayColours.role(ofDay: 2), "the group is open")
    choose("day")
    #expect(message == "Coloured the paths of Alps 2026 by day")
    // The other members keep the colour of the group.
    let alps = try #require(RGBColour(hexadecimal: "#2F6FDE"))
    #expect(Set(roles().filter { !paths.contains($0.key) }.values) == [.custom(alps)])
    editor.press("esc")
    #expect(roles() == own && editor.state.mapScene.dayColours == nil)
  }

  @Test func `the quantity day tells that an open group has no paths in its itinerary`() {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("enter")
    choose("day")
    #expect(message == "the itinerary of Alps 2026 has no paths")
  }

  /// Adds a path to each of the first two days of a group's itinerary, and returns the two paths.
  private func addTwoDays() throws -> [ItemID] {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i")
    let members = editor.state.index.snapshot.paths.filter {
      $0.groups.contains(SampleLibrary.alps)
    }
    for path in members.prefix(2) {
      editor.press("a")
      editor.type(path.name)
      editor.press("enter")
    }
    editor.press(">")
    let stops = try #require(editor.state.index.group(SampleLibrary.alps)).itinerary
    try #require(stops.map(\.day) == [1, 2])
    return stops.compactMap(\.item)
  }

  @Test func `the setting path-colour has the value group`() {
    editor.press(":")
    editor.type("set path-colour group")
    editor.press("enter")
    #expect(editor.text.contains("groups █ Alps 2026"))
  }
}
