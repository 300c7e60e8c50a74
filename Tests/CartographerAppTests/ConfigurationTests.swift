import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

@Suite struct ConfigurationTests {
  @Test func `the example lists every setting, and changes nothing`() {
    let read = ConfiguredEditor.checked(Configuration.example)
    #expect(read == Configuration())
    for setting in Setting.all {
      #expect(Configuration.example.contains("\n#\(setting.name) = "), "\(setting.name)")
    }
  }

  @Test func `each line of the example is valid once its comment sign is removed`() {
    let lines = Configuration.example.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
      .joined(separator: "\n")
    #expect(ConfiguredEditor.problems(text) == [])
    #expect(Set(ConfiguredEditor.checked(text).settings.keys) == Set(Setting.all.map(\.name)))
    let editor = ConfiguredEditor.driver(text)
    editor.press("f6")
    #expect(editor.state.settings.showsGraticule)
    editor.press("g h")
    #expect(editor.state.overlay != nil, "the example must not unbind g h")
  }

  @Test func `the earlier names of the itinerary's commands are accepted`() {
    let editor = ConfiguredEditor.driver(
      """
      [keys.itinerary]
      "y" = "add-entry"
      "f5" = "next-entry"
      """)
    editor.press("g r j g i")
    #expect(editor.state.key("add-stop") == "y")
    #expect(editor.state.key("next-stop") == "f5")
  }

  @Test func `a digit bound while moving a place or previewing runs its command and types nothing`()
  {
    let editor = ConfiguredEditor.driver(
      """
      [keys.grab]
      "1" = "carry-left"
      "2" = "none"
      [keys.preview]
      "1" = "compare"
      "3" = "none"
      """)
    editor.press("enter m")
    guard case .grab(let before) = editor.state.mode else {
      Issue.record("no point is being moved")
      return
    }
    editor.press("1")
    guard case .grab(let after) = editor.state.mode else {
      Issue.record("the point is no longer being moved")
      return
    }
    #expect(after.position.longitude < before.position.longitude)
    editor.press("2")
    #expect(editor.state.overlay == nil)
    editor.press("4")
    #expect(editor.state.overlay is CommandPrompt)
    editor.press("esc esc esc S 1")
    #expect(editor.state.operation?.showsBefore == true)
    editor.press("3")
    #expect(editor.state.operation?.isTyping == false)
    editor.press("2")
    #expect(editor.state.operation?.form.text(.tolerance) == "2")
  }

  @Test func `the manual's page on the configuration is up to date`() throws {
    try Golden.compare(
      ConfigurationPage.markdown,
      with: PackageFiles.root.appending(path: "docs/manual/configuration.md"),
      isRecording: Golden.isRecording)
  }

  @Test func `every listed value of a setting is accepted in the file and by the command set`() {
    for setting in Setting.all {
      for value in setting.values + (setting.values.isEmpty ? [setting.example] : []) {
        let read = Configuration(text: "\(setting.name) = \"\(value)\"")
        #expect(read.problems == [] && read.settings == [setting.name: value])
        guard setting.isLive else { continue }
        let editor = EditorDriver()
        editor.press(":")
        editor.type("set \(setting.name) \(value)")
        editor.press("enter")
        #expect(editor.state.toast?.level != .warning, "\(editor.state.toast?.text ?? "")")
      }
    }
  }

  @Test(arguments: [("units", "imperial"), ("coordinates", "utm"), ("threshold", "10m")])
  func `the message about a changed setting names the setting and its value`(
    name: String, value: String
  ) {
    let editor = EditorDriver()
    editor.press(":")
    editor.type("set \(name) \(value)")
    editor.press("enter")
    #expect(editor.state.toast?.text == "Set \(name) to \(value)")
  }

  @Test func `a folder of terrain tiles that does not exist is not set`() {
    let editor = EditorDriver()
    let problem = EditorFailure("There is no folder ~/SRTM tiles.")
    editor.folderProblems["~/SRTM tiles"] = problem
    func set(_ folder: String) {
      editor.press(":")
      editor.type("set tiles \(folder)")
      editor.press("enter")
    }
    set("~/srtm")
    set("~/SRTM tiles")
    #expect(editor.state.settings.terrainFolder == "~/srtm")
    #expect(editor.state.toast?.text == problem.message && editor.state.toast?.level == .error)
    editor.folderProblems = [:]
    set("~/SRTM tiles")
    #expect(editor.state.settings.terrainFolder == "~/SRTM tiles")
  }

  @Test func `on/off settings accept TOML's true and false`() {
    let read = Configuration(text: "mouse = false\nplain = true\ncolours = 16\n")
    #expect(read.settings == ["mouse": "off", "plain": "on", "colours": "16"])
  }

  @Test func `a rebound key runs its new command and appears in hints and help`() {
    let editor = ConfiguredEditor.driver("[keys.list]\nZ = \"delete\"\nd = \"none\"\n")
    editor.press("d")
    #expect(editor.library.done.count == 0)
    #expect(editor.state.toast?.text.contains("d does nothing here") == true)
    #expect(editor.text.contains("Z delete"))
    editor.press("Z")
    #expect(editor.library.done.count == 1)
    editor.press("? / d e l e t e")
    #expect(editor.text.contains("Z "))
  }

  @Test func `messages name the keys that the user configured`() {
    let editor = ConfiguredEditor.driver("[keys.any]\nf9 = \"undo\"\nu = \"none\"\n")
    editor.press("d")
    #expect(editor.text.contains("f9 to undo"))
    editor.press("f9")
    #expect(editor.library.done.isEmpty)
  }

  @Test func `a configured chord lists its next keys while it is typed`() {
    let editor = ConfiguredEditor.driver("[keys.browse]\n\"z q\" = \"fit-all\"\n")
    editor.press("z")
    #expect(editor.text.contains("q     Zoom the map"), "\(editor.text)")
  }

  @Test func `the configured key for quitting works on a screen that is too small`() {
    let editor = ConfiguredEditor.driver(
      "[keys.browse]\nX = \"quit\"\nq = \"none\"\n", size: Size(columns: 30, rows: 8))
    #expect(editor.text.contains("X quits"))
    editor.press("X")
    #expect(editor.effects.contains(.quit))
  }

  @Test(arguments: [
    ("units = \"furlongs\"", "1: units must be one of"),
    ("\n\nunit = \"metric\"", "3: there is no setting “unit”; did you mean units?"),
    ("units = [1, 2]", "1: units needs one value in quotes"),
    ("zone = \"Mars/Olympus\"", "1: there is no time zone “Mars/Olympus”"),
    ("keys = 3", "1: key bindings must be in a context's table"),
    ("mouse = false\nunits = metric\n", "2: the value of units is not valid"),
    ("units = \"metric\"\nunits = \"imperial\"\n", "2: this name already has a value on line 1"),
    ("[keys.lists]\nx = \"delete\"", "2: there is no table [keys.lists]; did you mean keys.list?"),
    ("[keys.list]\n\nhyper-x = \"delete\"", "3: “hyper-x” is not a valid key"),
    ("[keys.list]\nx = \"delte\"", "2: there is no command “delte”; did you mean delete?"),
    ("[keys.list]\nx = 3", "2: there is no command “3”"),
    ("[keys.list\nx = \"undo\"", "1: a table heading must end with ]"),
    (". = 3", "1: this line does not begin with a valid name"),
    ("units \"metric\"", "1: = and a value are missing after units"),
    ("[keys.list]\nx = \"delete all\"", "2: delete takes no argument; remove “all”"),
    ("[keys.list]\n\"ctrl-i\" = \"delete\"", "2: terminals send tab for ctrl-i"),
    ("# first\n[keys.list]\ng = \"delete\"", "3: g hides g"),
    (
      "[keys.list]\n\"d d\" = \"delete\"",
      "2: d runs delete, so d d is never reached: in [keys.list]"
    ),
    (
      "[keys.browse]\nX = \"undo\"\n\"X Y\" = \"fit\"",
      "2: X hides X Y, which runs fit: in [keys.browse] write"
    ),
    (
      "[keys.browse]\nD = \"delete\"",
      "2: D stays bound to purge in [keys.list], which has priority"
    ),
    ("[keys.any]\n\"j x\" = \"undo\"", "2: j runs down"),
  ])
  func `an invalid line is reported with its number`(text: String, expected: String) {
    let found = ConfiguredEditor.problems(text)
    #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
  }

  @Test func `valid lines take effect even if other lines are invalid`() {
    let read = Configuration(text: "units = \"imperial\"\ncolour = 3\n[keys.map]\nx = \"undo\"\n")
    #expect(read.settings == ["units": "imperial"])
    #expect(read.keys.count == 1)
    #expect(read.problems.map(\.line) == [2])
  }

  @Test func `an unbound key can start a chord`() {
    let read = ConfiguredEditor.checked("[keys.list]\nd = \"none\"\n\"d d\" = \"delete\"\n")
    #expect(read.problems == [])
  }

  @Test func `the file is read from the XDG folder, and invalid UTF-8 is reported`() throws {
    let folder = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": folder.url.path, "HOME": "/nowhere"]
    let file = try #require(ConfigurationFile(environment))
    #expect(file.read() == Configuration())
    try folder.write("mouse = false\n", to: "cartographer/config.toml")
    #expect(file.read().settings == ["mouse": "off"])
    try Data([0x75, 0xFF, 0xFE]).write(to: file.url)
    #expect(file.read().problems.first?.message.contains("not valid UTF-8") == true)
    #expect(
      ConfigurationFile(["HOME": "/home/x"])?.url.path == "/home/x/.config/cartographer/config.toml"
    )
    #expect(ConfigurationFile([:]) == nil)
  }

  @Test func `command-line options override the file, which overrides terminal defaults`() {
    var options = EditorOptions(terminal: TerminalOptions(colourLimit: .mono))
    var read = Configuration(text: "mouse = true\nglyphs = \"ascii\"\ncolours = 256\n")
    read.problems = [Configuration.Problem(line: 7, message: "no")]
    if let file = ConfigurationFile(["HOME": "/h"]) { options.apply(read, from: file) }
    options.choose("mouse", "off")
    options.choose("mouse", "perhaps")
    #expect(options.chosenTerminal.usesMouse == false)
    #expect(options.chosenTerminal.isASCIIOnly)
    #expect(options.chosenTerminal.colourLimit == .twoHundredFiftySix)
    #expect(options.notices == ["/h/.config/cartographer/config.toml:7: no"])
  }

  @Test func `a random configuration is read without a trap, and problems name existing lines`() {
    var random = SplitMix64.forTest()
    let pieces = [
      "[", "]", "keys", ".", "list", "=", "\"", "'", "x", "g g", "\n", "#", "units", "none", "é",
      "\u{0}", "delete", "{", "}", ",", "\\", "\"\"\"", "[keys.list]\n", "x = \"delete\"\n",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...20, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      let read = ConfiguredEditor.checked(text)
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
      #expect(read.problems.allSatisfy { (1...lines).contains($0.line) }, "\(text)")
    }
  }
}
