import BaseMap
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The matches that are shown while the user types the name of a place or a town.
@Suite struct NameCompletionTests {
  private static let towns = try? InstalledBaseMap(
    ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
  ).towns()

  let editor = EditorDriver(size: Size(columns: 120, rows: 40))

  init() throws {
    let towns = try #require(Self.towns)
    editor.send(.baseMapRead([], towns))
    editor.towns = towns
  }

  private var centre: Coordinate { editor.state.map.viewport.centreCoordinate }

  private var prompt: CommandPrompt? { editor.state.overlays.top(as: CommandPrompt.self) }

  private var matches: [MapTarget] { prompt?.names.matches ?? [] }

  /// The names for which a search was started while they were being typed.
  private var searched: [String] {
    editor.effects.compactMap { effect in
      if case .ask(.names(let request)) = effect { request.name } else { nil }
    }
  }

  /// Whether the name was searched for after the user had confirmed it.
  private var hasAskedForTowns: Bool {
    editor.effects.contains { if case .ask(.towns) = $0 { true } else { false } }
  }

  private func answerTowns() throws {
    guard case .ask(.towns(let name, let position)) = editor.effects.last else {
      Issue.record("no towns were requested")
      return
    }
    let found = try #require(Self.towns)
      .towns(named: name, near: position, limit: NameRequest.mostTowns)
    editor.send(.townsFound(named: name, found))
  }

  @Test(arguments: ["2 /", ": g o t o space", "o p /", "2 g m /"])
  func `the best matches are shown while a name is typed`(keys: String) {
    let before = centre
    editor.press(keys)
    editor.type("chamo")
    #expect(matches.first?.name == "Chamonix-Mont-Blanc")
    #expect((1...6).contains(matches.count))
    #expect(editor.text.contains("Chamonix-Mont-Blanc") && editor.text.contains("France"))
    #expect(centre == before)
    #expect(prompt?.highlighted(in: editor.state) == nil, "no match is selected yet")
  }

  @Test func `a match is selected with the arrow keys, and enter goes there without a new search`()
    throws
  {
    editor.press("2 /")
    editor.type("geneva")
    try #require(matches.count > 2)
    let wanted = matches[1]
    editor.press("down down enter")
    #expect(editor.state.overlays.isEmpty)
    #expect(Geodesic.distanceMetres(from: centre, to: wanted.coordinate) < 1_000)
    #expect(!hasAskedForTowns)
  }

  @Test func `one of the user's own items is selected in the same way`() throws {
    editor.press("2 /")
    editor.type("bonh")
    #expect(matches.first?.name == "Col du Bonhomme")
    editor.press("down enter")
    #expect(editor.selectedName == "Col du Bonhomme")
  }

  @Test func `tab completes a name so that enter finds the same town`() throws {
    editor.press("2 /")
    editor.type("geneva")
    let row = try #require(matches.firstIndex { $0.detail == "Illinois, United States" })
    let wanted = matches[row]
    for _ in 0...row { editor.press("down") }
    editor.press("tab")
    #expect(prompt?.text == "goto Geneva, Illinois")
    #expect(matches.first?.coordinate == wanted.coordinate)
    editor.press("enter")
    try answerTowns()
    #expect(Geodesic.distanceMetres(from: centre, to: wanted.coordinate) < 1_000)
  }

  @Test(arguments: ["camp", "bern", "geneva", "chamonix", "mauritius", "reine", "tasch"])
  func `enter goes to the first match, or lists the matches in the same order`(name: String) throws
  {
    editor.press("2 /")
    editor.type(name)
    let shown = matches
    editor.press("enter")
    try answerTowns()
    if let list = editor.state.overlays.top(as: FoundPicker.self) {
      #expect(zip(list.found, shown).allSatisfy { $0 == $1 }, "\(list.found.map(\.name))")
    } else {
      let first = try #require(shown.first)
      #expect(Geodesic.distanceMetres(from: centre, to: first.coordinate) < 2_000)
    }
  }

  @Test func `enter goes to the only match if its name begins with the typed text`() throws {
    editor.press("2 /")
    editor.type("svolv")
    #expect(matches.map(\.name) == ["Svolvær"])
    editor.press("enter")
    try answerTowns()
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.state.toast?.text == "Svolvær, Norway")
    #expect(abs(centre.latitude - 68.2) < 0.1)
  }

  @Test func `typing a region chooses among towns with one name`() throws {
    editor.press("2 /")
    editor.type("geneva")
    editor.press("enter")
    try answerTowns()
    editor.type("illin")
    editor.press("enter")
    #expect(editor.state.toast?.text == "Geneva, Illinois, United States")
  }

  @Test(arguments: ["o p", "2 g m"])
  func `while points are added to a line, own places come before own paths`(keys: String) throws {
    var content = SampleLibrary.content()
    content.snapshot.places[0].name = "Eiger hut"
    content.snapshot.places[0].coordinate = Coordinate(latitude: 45.7, longitude: 6)
    let editor = EditorDriver(content)
    func found() -> [ItemID.Kind] {
      editor.press("/")
      editor.type("eiger")
      let shown = editor.state.overlays.top(as: CommandPrompt.self)?.names.matches ?? []
      editor.press("enter")
      let listed = editor.state.overlays.top(as: FoundPicker.self)?.found ?? []
      #expect(shown == listed)
      return listed.compactMap(\.id?.kind)
    }
    editor.press("2")
    #expect(found() == [.path, .location], "the path is nearer")
    editor.press("esc 1 \(keys)")
    #expect(found() == [.location, .path])
  }

  @Test func `only one search runs at a time, and the newest text is searched for next`() {
    editor.answersReads = false
    editor.press("2 /")
    editor.type("bonho")
    #expect(searched == ["bo"])
    #expect(!editor.state.keysWait, "more letters can be typed")
    editor.answer()
    #expect(searched == ["bo", "bonho"])
    #expect(matches.first?.name == "Col du Bonhomme")
  }

  @Test func `keys that choose a match wait until the matches of the whole text are known`() {
    editor.answersReads = false
    editor.press("2 /")
    editor.type("bonho")
    editor.press("down enter")
    #expect(editor.state.keysWait && prompt != nil)
    editor.answer()
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.selectedName == "Col du Bonhomme")
  }

  @Test func `esc closes the command line although the matches are not known`() {
    editor.answersReads = false
    editor.press("2 /")
    editor.type("bonho")
    editor.press("down esc")
    #expect(editor.state.overlays.isEmpty && !editor.state.keysWait)
    editor.answer()
    #expect(editor.state.overlays.isEmpty)
  }

  @Test(arguments: ["b", "7", "46.5 7.9", "46.5N 7.9E", "9G8F+6X Bern", "NN12"])
  func `single letters and coordinates are not searched for as names`(text: String) {
    editor.press("2 /")
    editor.type(text)
    let names = searched
    #expect(!names.contains(text))
    #expect(matches.isEmpty)
  }

  @Test func `while a name is searched for, only matches that contain it are shown`() {
    editor.press("2 /")
    editor.type("bri")
    let names = matches.map(\.searchText)
    #expect(names.contains { $0.contains("Brig") } && names.contains { !$0.contains("Brig") })
    editor.answersReads = false
    editor.type("g")
    #expect(!matches.isEmpty)
    #expect(matches.allSatisfy { $0.searchText.lowercased().contains("brig") })
    editor.type("xyz")
    #expect(matches.isEmpty)
  }
}
