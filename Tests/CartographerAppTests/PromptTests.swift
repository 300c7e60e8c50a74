import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Forms, pickers, the command line and the help do what typing fingers expect.
@Suite struct PromptTests {
  let editor = EditorDriver()

  private var form: FormState? { editor.state.overlays.top(as: FormState.self) }

  // MARK: Forms

  @Test func `the first typed letter replaces a prefilled text, and later ones are added`() {
    editor.press("e X Y")
    #expect(form?.text(of: .text(.name)) == "XY")
    editor.press("enter")
    #expect(editor.selectedName == "XY")
  }

  @Test(arguments: ["end", "left right", "backspace", "home end"])
  func `a key that edits first keeps the prefilled text`(keys: String) {
    let name = editor.selectedName ?? ""
    editor.press("e \(keys) X")
    let kept = keys == "backspace" ? String(name.dropLast()) : name
    #expect(form?.text(of: .text(.name)) == kept + "X")
  }

  @Test func `the cursor of a form starts on the first field and wraps around at the ends`() {
    editor.press("e")
    #expect(form?.focused == 0)
    editor.press("backtab")
    #expect(form?.focused == (form?.fields.count ?? 0) - 1)
    editor.press("tab")
    #expect(form?.focused == 0)
    editor.press("tab down up")
    #expect(form?.focused == 1)
  }

  @Test func `an operation starts on its first parameter, and down does not wrap onto it`() {
    editor.press("t t")
    guard case .preview(let operation) = editor.state.mode else {
      Issue.record("no operation is open")
      return
    }
    #expect(operation.form.focused == 0)
    editor.press("down down down down down l")
    guard case .preview(let after) = editor.state.mode else { return }
    #expect(after.form.text(.by) == operation.form.text(.by))
    #expect(after.form.focused == after.form.visible.last)
  }

  @Test func `a digit typed on a choice goes into the next parameter`() {
    editor.press("S 2 5 enter")
    #expect(editor.library.done.isEmpty, "the first enter only ends typing")
    editor.press("enter")
    #expect(editor.library.done.count == 1)
    #expect(editor.state.focus == .list, "the digits do not go to panes")
  }

  @Test func `a place is not created at zero degrees because the coordinates are empty`() {
    let empty = EditorDriver.empty()
    empty.press("o l")
    empty.type("Hut")
    empty.press("enter")
    #expect(empty.library.index.snapshot.places.isEmpty)
    #expect(empty.text.contains("enter a latitude and a longitude"))
    empty.type("46.5 7.9")
    empty.press("enter")
    #expect(
      empty.library.index.snapshot.places.map(\.coordinate) == [
        Coordinate(latitude: 46.5, longitude: 7.9)
      ])
    editor.press("o l X tab ctrl-u enter")
    #expect(form != nil, "a cleared field is an error")
  }

  @Test func `a question over a form is the only frame on the screen`() {
    editor.press("e X ctrl-g")
    #expect(editor.text.contains("Discard the input?"))
    #expect(!editor.text.contains("Edit Aletsch"))
  }

  // MARK: Pickers

  @Test func `enter takes the highlighted group if nothing is ticked`() {
    let id = ItemID(.path, 2)
    editor.press("j m down enter")
    #expect(editor.library.index[id]?.groups == [SampleLibrary.tmb])
  }

  @Test func `enter applies only the ticks, not the highlighted row`() {
    let id = ItemID(.path, 2)
    editor.press("j m space down enter")
    #expect(editor.library.index[id]?.groups == [SampleLibrary.alps])
  }

  @Test func `with ticks, enter ticks a group found by its name before it confirms all ticks`() {
    let id = ItemID(.path, 2)
    editor.press("j m space t m b enter")
    #expect(editor.state.overlay is GroupPicker)
    editor.press("enter")
    #expect(editor.library.index[id]?.groups.sorted() == [SampleLibrary.alps, SampleLibrary.tmb])
  }

  @Test func `enter on a group that already contains the items removes nothing`() {
    editor.press("m enter")
    #expect(editor.text.contains("“Alps 2026” already contains the items; space removes them"))
    #expect(editor.library.done.isEmpty)
  }

  @Test func `a highlighted but unticked stop is not added to the itinerary`() {
    editor.press("g r g i a space enter")
    #expect(editor.library.index.group(SampleLibrary.alps)?.itinerary.count == 1)
  }

  @Test(arguments: CommandContext.allCases)
  func `arrow keys move in every list`(context: CommandContext) throws {
    let moves = ["popup-down", "down", "next-stop", "next-point", "next-value", "next-field"]
    let letters = try #require(KeyStroke.sequence(notation: "j"))
    let arrow = try #require(KeyStroke.sequence(notation: "down"))
    guard case .command(let command, _) = Keymap.standard.meaning(of: letters, in: context.lookup),
      moves.contains(command.id)
    else { return }
    guard case .command(let same, _) = Keymap.standard.meaning(of: arrow, in: context.lookup) else {
      Issue.record("down does nothing in \(context)")
      return
    }
    #expect(same.id == command.id)
  }

  // MARK: The command line

  private func run(_ text: String, on editor: EditorDriver) {
    editor.press(":")
    editor.type(text)
    editor.press("enter")
  }

  @Test(arguments: ["", " ", "   "])
  func `enter on an empty command line runs nothing`(text: String) {
    run(text, on: editor)
    #expect(editor.state.overlay == nil)
    #expect(editor.library.done.isEmpty && !editor.wantsToQuit)
    #expect(editor.state.toast == nil)
  }

  @Test func `a space after the colon is harmless`() {
    run("  units imperial ", on: editor)
    #expect(editor.state.settings.units == .imperial)
  }

  @Test(arguments: ["d", "p", "u", "e"])
  func `letters never run a command that only contains them`(letter: String) {
    editor.press(":")
    editor.type(letter)
    #expect(!editor.text.contains("▸ \(letter)"), "no row is highlighted")
    editor.press("enter")
    #expect(editor.text.contains("is not a command"))
    #expect(editor.library.done.isEmpty)
    editor.press("down enter")
    #expect(editor.state.overlays.top(as: CommandPrompt.self) == nil, "a chosen row is run")
  }

  @Test(arguments: ["q", "wq", "x", "q!", "qa"])
  func `the commands of vi for leaving leave the program`(name: String) {
    editor.press("j enter")
    run(name, on: editor)
    #expect(editor.wantsToQuit)
  }

  @Test func `:w says that everything is saved, and does not leave`() {
    run("w", on: editor)
    #expect(editor.text.contains("Every change is already saved; there is nothing to write"))
    run("w tour.gpx", on: editor)
    #expect(editor.text.contains(":export tour.gpx writes a file"))
    #expect(!editor.wantsToQuit)
  }

  @Test(arguments: [
    ("trip", "new-group"), ("region", "box-select"), ("measure", "distance"),
    ("reverse", "reverse"), ("cut", "crop"), ("trim", "crop"), ("merge", "join"),
    ("waypoint", "new-place"), ("spikes", "clean"), ("recording errors", "clean"),
  ])
  func `the command line finds a command by synonyms and by its title`(word: String, id: String) {
    let entries = CommandPrompt(word).entries(in: editor.state)
    #expect(entries.prefix(4).contains { $0.command.id == id })
  }

  @Test(arguments: [
    ("trip", "groups"), ("region", "box-select"), ("measure", "statistics"),
    ("reverse", "reverse"), ("cut", "crop"), ("trim", "crop"), ("merge", "join"),
  ])
  func `the best command for a usual word is in the first row`(word: String, id: String) {
    #expect(CommandPrompt(word).entries(in: editor.state).first?.command.id == id)
  }

  @Test func `the command line shows the key of each command it finds`() {
    editor.press(":")
    editor.type("trim")
    let row = editor.screen.first { $0.contains("crop") }
    #expect(row?.contains("trim: Crop: keep or remove part of the path") == true)
    #expect(row?.contains("t c") == true)
  }

  @Test func `every synonym belongs to a command`() {
    for (id, words) in CommandSynonyms.words {
      #expect(CommandRegistry[id]?.isRunnableByName == true, "\(id)")
      #expect(!words.isEmpty)
    }
  }

  @Test func `a completed value is run only if it is the only one or was chosen`() {
    editor.press(":")
    editor.type("units imp")
    editor.press("enter")
    #expect(editor.state.settings.units == .imperial)
    editor.press(":")
    editor.type("set glyphs")
    editor.press("enter")
    #expect(editor.text.contains(":set needs a name and a value"))
  }

  // MARK: Help

  @Test(arguments: [
    ("", "In the list of paths", "Edit the name"), ("g t", "In the trash", "Restore items"),
    ("g r enter g p", "In the list of paths of a group", "Remove items from the group"),
    ("m", "In the list of an item's groups", "Apply the changes"),
    ("2", "On the map", "Zoom in"),
  ])
  func `the help starts with the keys of this very place`(
    keys: String, place: String, command: String
  ) throws {
    editor.press("d \(keys) f1")
    let rows = editor.screen
    let title = try #require(rows.firstIndex { $0.contains("Keys here: \(place)") })
    let first = rows.dropFirst(title + 2).prefix(8)
    #expect(first.contains { $0.contains(command) }, "\(first.joined(separator: "\n"))")
  }

  @Test func `ctrl-u deletes the argument first, and then a command without a suggested name`() {
    editor.press(":")
    editor.type("export a.gpx")
    editor.press("ctrl-u")
    #expect(editor.state.overlays.top(as: CommandPrompt.self)?.text == "export ")
    editor.type("/nodir/a.gpx")
    #expect(editor.state.overlays.top(as: CommandPrompt.self)?.text == "export /nodir/a.gpx")
    editor.press("left left left left ctrl-u")
    #expect(editor.state.overlays.top(as: CommandPrompt.self)?.text == "export .gpx")
    editor.type("b")
    #expect(editor.state.overlays.top(as: CommandPrompt.self)?.text == "export b.gpx")
    editor.press("end ctrl-u ctrl-u")
    #expect(editor.state.overlays.top(as: CommandPrompt.self)?.text == "export ")
    editor.press("esc :")
    editor.type("goto x")
    editor.press("ctrl-u ctrl-u")
    #expect(editor.state.overlays.top(as: CommandPrompt.self)?.text == "")
  }

  @Test func `a colour of three digits is short for six digits`() {
    #expect(ColourNames.hexadecimal("#f00") == "#FF0000")
    #expect(ColourNames.hexadecimal("#1e9") == "#11EE99")
    #expect(ColourNames.hexadecimal("#f0") == nil && ColourNames.hexadecimal("#f0000") == nil)
  }
}
