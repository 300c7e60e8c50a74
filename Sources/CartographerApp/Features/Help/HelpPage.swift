import TerminalUI

/// A help page that lists the keys available in the current pane, mode or popup.
struct HelpPage: ScrollingOverlay {
  static let commands: [Command] = [
    command("search-help", "Search the keys and commands", hint: "search", keys: [.help: "/"]) {
      help, state in
      state.overlays.replaceTop(help.searching(true))
      return []
    },
    closeCommand(
      "close-help", "Close the help", hint: "close",
      keys: [.help: "esc or ? or f1", .helpSearch: "f1"]),
    command(
      "keep-help-search", "Keep the search and go back to the list of keys", hint: "keep search",
      keys: [.helpSearch: "enter or down"]
    ) { help, state in
      state.overlays.replaceTop(help.searching(false))
      return []
    },
    command(
      "clear-help-search", "Clear the search and go back to the list of keys",
      hint: "clear search", keys: [.helpSearch: "esc"]
    ) { help, state in
      var cleared = help.searching(false)
      cleared.field = TextField()
      state.overlays.replaceTop(cleared)
      return []
    },
  ]

  /// The contexts whose keys are listed, innermost first.
  private let listed: [CommandContext]
  /// A description of the pane, mode or popup in which help was opened, such as `In the trash`.
  private let place: String
  /// The names of the most useful commands in the current pane, mode or popup, most important
  /// first.
  private let mostUseful: [String]
  private(set) var top = 0
  private var field = TextField()
  private var isSearching = false

  var modeName: String { "HELP" }
  var longestPaste: Int { 256 }

  /// Creates the help for the current popup, mode or pane.
  init(_ state: AppState) {
    listed = state.contexts
    place = state.placeOfHelp
    mostUseful = ScreenHints.commandIDs(state)
  }

  var context: CommandContext { isSearching ? .helpSearch : .help }
  var leaveCommand: String { isSearching ? "clear-help-search" : "close-help" }
  var hints: [PopupHint] {
    guard !isSearching else {
      return [PopupHint("keep-help-search"), PopupHint("clear-help-search")]
    }
    return [
      PopupHint("popup-down", "popup-up", label: "scroll"), PopupHint("search-help"),
      PopupHint("manual"), PopupHint("close-help"),
    ]
  }

  private func searching(_ isSearching: Bool) -> HelpPage {
    var help = self
    help.isSearching = isSearching
    return help
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var help = self
    help.field.apply(edit)
    help.top = 0
    state.overlays.replaceTop(help)
    return []
  }

  mutating func scroll(to line: Int) { top = line }

  // MARK: View

  /// Returns the list of keys as scrollable text, which is drawn below the search line.
  func scrolling(_ words: ItemWords) -> ScrollingText {
    ScrollingText(view: TextView(lines(words)), rows: max(words.state.mostPopupRows - 1, 0))
  }

  func draw(on screen: inout Screen) {
    let inside = screen.popup(
      rows: screen.state.popupArea.rows - 2,
      title: screen.text("Keys here: \(place)"),
      note: screen.text("\(screen.state.key("search-help")) search"))
    let (line, body) = inside.splitTop(1)
    if isSearching || !field.isEmpty {
      screen.surface.put("/", at: line.origin, style: Style(.key))
      field.draw(into: &screen.surface, in: line.splitLeft(1).rest, isFocused: isSearching)
    } else {
      // In a popup, the command line cannot be opened.
      let command = CommandRegistry["command"].flatMap {
        screen.state.keymap.binding(of: $0, in: listed)?.notation
      }
      let note = command.map { "; \($0) runs any command by its name" } ?? ""
      screen.surface.put(
        screen.text("Keys available here\(note)."), in: line, style: Style(.dim))
    }
    let cursor = isSearching ? screen.surface.cursor : body.origin
    scrolling(screen.words).view.draw(into: &screen.surface, in: body, top: top)
    screen.surface.cursor = cursor
  }

  /// Returns the available keys that match the search. The keys in the row of key hints and the
  /// keys of the innermost context come first. All other keys are grouped by command family.
  private func lines(_ words: ItemWords) -> [ItemWords.Line] {
    let state = words.state
    let wanted = SearchFolding.folded(field.text)
    let rows = state.keymap.bound(in: listed).filter { row in
      let text = (row.keys + [row.command.title, row.command.id]).joined(separator: " ")
      return wanted.isEmpty || SearchFolding.folded(text).contains(wanted)
    }
    let useful = mostUseful.compactMap { id in
      rows.first { $0.command.id == id && $0.command.obstacle(state) == nil }
    }
    let inner = Set(state.keymap.keys(in: listed[0]).map(\.command))
      .subtracting(useful.map(\.command.id))
    let others = rows.filter { inner.contains($0.command.id) }
    let here =
      useful + others.filter { $0.command.obstacle(state) == nil }
      + others.filter { $0.command.obstacle(state) != nil }
    let own = Set(here.map(\.command.id))
    let sections =
      [(place, here)]
      + CommandRegistry.families.map { family in
        let ids = Set(family.commands.map(\.id)).subtracting(own)
        return (family.title, rows.filter { ids.contains($0.command.id) })
      }
    var lines: [ItemWords.Line] = []
    for (title, rows) in sections where !rows.isEmpty {
      if !lines.isEmpty { lines.append(("", .text)) }
      lines.append((words.text(title), Style(.title)))
      lines += rows.map { line($0.command, $0.keys, words) }
    }
    guard lines.isEmpty else { return lines }
    let key = state.key("command")
    return [
      (
        words.text("No key in this list matches the search; \(key) searches all commands."),
        Style(.dim)
      )
    ]
  }

  private func line(_ command: Command, _ keys: [String], _ words: ItemWords) -> ItemWords.Line {
    let reason = command.obstacle(words.state)
    let title = reason.map { "\(command.title) (\($0.text))" } ?? command.title
    return (
      words.text(keys.joined(separator: "  ")).padded(to: 19) + " " + words.text(title),
      Style(reason == nil ? .text : .dim)
    )
  }
}

extension AppState {
  /// The description of the current popup, mode, pane or list, such as `In the trash`.
  fileprivate var placeOfHelp: String {
    let innermost = contexts.first ?? .any
    guard innermost == .list else { return innermost.title }
    if list.tab == .trash { return "In the trash" }
    let kind = "list of \(list.tab.title.lowercased())"
    return list.scope == nil ? "In the \(kind)" : "In the \(kind) of a group"
  }
}
