import CartographerPresentation
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

@Suite struct CommandRegistryTests {
  @Test func `every command has a unique ID, a title, a hint, and keys or an argument`() {
    let commands = CommandRegistry.all
    #expect(commands.count > 80)
    #expect(Set(commands.map(\.id)).count == commands.count)
    for command in commands {
      #expect(command.title.first?.isUppercase == true, "\(command.id)")
      #expect(!command.title.hasSuffix("."), "\(command.id)")
      #expect(!command.hint.isEmpty, "\(command.id)")
      #expect(command.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(command.id)")
      #expect(
        !command.bindings.isEmpty || command.argument != nil || !command.aliases.isEmpty,
        "\(command.id) has neither keys nor an argument nor an alias")
    }
  }

  @Test func `no key is bound twice in a context, and no key is the start of a chord`() {
    for context in CommandContext.allCases {
      let keys = CommandRegistry.all.flatMap { command in
        command.bindings.filter { $0.context == context }.map(\.keys)
      }
      #expect(Set(keys).count == keys.count, "\(context) binds a key twice")
      for key in keys {
        for other in keys where other.count > key.count {
          #expect(!other.starts(with: key), "\(KeyStroke.notation(of: key)) hides a chord")
        }
      }
    }
  }

  @Test func `keys used by terminals or for flow control are not bound`() {
    let forbidden = ["ctrl-s", "ctrl-q", "ctrl-h", "ctrl-i", "ctrl-j", "ctrl-m", "ctrl-["]
    let bound = CommandRegistry.all.flatMap { $0.bindings.map(\.notation) }
    #expect(bound.filter(forbidden.contains) == [])
  }

  @Test func `the registry's key notations are parsed`() {
    // A notation that cannot be parsed would be dropped without an error.
    #expect(CommandRegistry["down"]?.bindings.map(\.notation) == ["j", "down"])
    let redo = CommandRegistry["redo"]?.bindings.filter { $0.context == .any }
    #expect(redo?.map(\.notation) == ["ctrl-r", "U"])
    #expect(CommandRegistry["sort-name"]?.bindings.map(\.notation) == [", n"])
    #expect(CommandRegistry["pan-left"]?.bindings.count == 9)
  }

  @Test func `the manual's page of keys is up to date`() throws {
    try Golden.compare(
      KeymapPage.markdown, with: PackageFiles.root.appending(path: "docs/manual/keymap.md"),
      isRecording: Golden.isRecording)
  }

  @Test func `each row of the page of keys has three cells`() {
    let rows = KeymapPage.markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    // A vertical bar after a backslash is part of a cell.
    let bars = rows.map { $0.replacing("\\|", with: "").count { $0 == "|" } }
    #expect(Set(bars) == [4])
  }

  @Test func `the innermost context has priority, and a chord lists the next keys`() {
    let map: [CommandContext] = [.map, .browse, .any]
    guard case .command(let pan, _) = Keymap.standard.meaning(of: [KeyStroke("j")], in: map),
      case .chord(let nextKeys) = Keymap.standard.meaning(of: [KeyStroke("g")], in: map)
    else {
      Issue.record("j or g is not bound on the map")
      return
    }
    #expect(pan.id == "pan-down")
    #expect(nextKeys.contains { $0.command.id == "top" })
    #expect(nextKeys.contains { $0.command.id == "trash" })
  }

  @Test func `help lists only the keys bound in the current context`() {
    let editor = EditorDriver()
    editor.press("2")
    let shown = Keymap.standard.bound(in: editor.state.contexts)
    #expect(shown.contains { $0.command.id == "pan-left" })
    #expect(!shown.contains { $0.command.id == "carry-left" })
    let up = shown.first { $0.command.id == "up" }
    #expect(up == nil, "k pans on the map and does not move in the list")
  }

  @Test(arguments: [
    "1", "2", "3", "4", "5", "enter", "o p", "2 v", "2 g m", "2 g m l enter", "g t", "g r enter",
    "S", "enter T", "g", "?", "? /", "e", "C", "m", "/", ":", "w", "g h", "g a", "g d", "j j g s",
    "j j enter /", "g t d g t D", "d g t D", "g p space j space g v", "g r g i a", "S 5",
  ])
  func `hints are unique, and every hint names a bound key`(keys: String) {
    let editor = EditorDriver(size: Size(columns: 200, rows: 60))
    editor.press(keys)
    let row = Rect(column: 0, row: 59, columns: 200, rows: 1)
    let hints = ScreenHints(editor.state)
    var found: [KeyStroke] = []
    for column in 0..<200 {
      guard let key = hints.strokes(at: Point(column: column, row: 59), in: row).first else {
        continue
      }
      if found.last != key { found.append(key) }
      let isChord = !editor.state.input.chord.isEmpty
      let contexts = isChord ? CommandContext.chord.lookup : editor.state.contexts
      switch Keymap.standard.meaning(of: [key], in: contexts) {
      case .command, .chord, .text: break
      case .nothing: Issue.record("\(key.notation) does nothing after \(keys)")
      }
    }
    let texts = editor.screen.last?.split(separator: "  ").map { $0.drop { $0 == " " } } ?? []
    #expect(Set(texts).count == texts.count, "\(texts)")
    #expect(!found.isEmpty)
    #expect(found.count > 3 || editor.state.modeName != "NORMAL" || keys == "g")
  }

  @Test(arguments: [
    ("S", "cancel"), ("enter m", "cancel"), ("g l M", "cancel"), ("2 v", "cancel"),
    ("enter", "back"), ("o p", "back"), ("g r enter g i", "back"), ("3", "back"),
  ])
  func `the hint for esc says cancel where something is abandoned`(keys: String, hint: String) {
    let editor = EditorDriver(size: Size(columns: 200, rows: 60))
    editor.press(keys)
    let row = editor.screen.last ?? ""
    #expect(row.contains("esc \(hint)") || row.contains("esc q \(hint)"), "\(row)")
  }

  @Test func `the command line does not run the commands of popups`() {
    let editor = EditorDriver()
    editor.press(":")
    editor.type("close-history")
    #expect(editor.text.contains("no command matches"))
    editor.press("enter")
    #expect(editor.state.toast?.level == .warning)
    #expect(CommandRegistry["history"]?.isRunnableByName == true)
    #expect(CommandRegistry["suspend"]?.isRunnableByName == true)
    #expect(CommandRegistry["undo"]?.isRunnableByName == true)
  }

  @Test func `every context is part of a lookup and has a unique name in kebab case`() {
    let searched = Set(CommandContext.lookups.joined())
    for context in CommandContext.allCases {
      #expect(searched.contains(context), "\(context)")
      #expect(context.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(context.name)")
    }
    #expect(CommandContext.pathEdit.name == "path-edit")
    #expect(Set(CommandContext.allCases.map(\.name)).count == CommandContext.allCases.count)
  }
}
