import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The question whether to import files, with the totals of a dry run of all files.
struct ImportQuestion: ScrollingOverlay {
  static let commands: [Command] = [
    command(
      "confirm-import", "Import the files", hint: "import", keys: [.importQuestion: "enter"]
    ) { question, state in state.confirm(question) },
    command(
      "cancel-import", "Import nothing and leave the library as it is", hint: "cancel",
      keys: [.importQuestion: "esc"]
    ) { question, state in
      state.overlays.close()
      return question.isWaiting ? [.cancelImportCheck(number: question.number)] : []
    },
  ]

  /// The number of the dry run's request.
  let number: Int
  /// The files, folders and patterns that the user named.
  let sources: [String]
  /// The names of the groups to which the items will be added.
  let groups: [String]
  private(set) var progress = JobProgress(fraction: nil, detail: "")
  /// The result of the dry run, or nil until the dry run ends.
  private(set) var check: ImportCheck?
  var top = 0

  var context: CommandContext { .importQuestion }
  var modeName: String { "IMPORT" }
  var leaveCommand: String { "cancel-import" }
  var isWaiting: Bool { check == nil }
  var hints: [PopupHint] {
    let isUseful = check.map { !$0.importable.isEmpty } ?? true
    return [
      PopupHint("confirm-import", label: isUseful ? "import" : "close", isPromoted: true),
      PopupHint("cancel-import"), PopupHint("popup-down", "popup-up", label: "scroll"),
    ]
  }

  init(number: Int, sources: [String], groups: [String]) {
    self.number = number
    self.sources = sources
    self.groups = groups
  }

  mutating func receive(_ progress: JobProgress) { self.progress = progress }
  mutating func receive(_ check: ImportCheck) { self.check = check }

  // MARK: View

  private var title: String {
    guard let check else {
      return sources.count == 1 ? "Import \(Self.name(sources[0]))?" : "Import files?"
    }
    let useful = check.importable
    if useful.isEmpty { return "Nothing to import" }
    return useful.count == 1
      ? "Import \(Self.name(useful[0].path))?"
      : "Import \(Numbers.counted(useful.count, "file"))?"
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  func scrolling(_ words: ItemWords) -> ScrollingText {
    let columns = max(words.state.popupColumns - 4, 2)
    let lines = lines(words, columns: columns)
    return ScrollingText(
      view: TextView(lines),
      rows: min(max(lines.count, 1), max(words.state.mostPopupRows - Self.keyRows, 1)))
  }

  /// The number of rows below the text: an empty row and the two keys.
  private static let keyRows = 3

  func draw(on screen: inout Screen) {
    let words = screen.words
    let scrolling = scrolling(words)
    let inside = screen.popup(
      rows: scrolling.rows + Self.keyRows, title: words.text(title))
    let (body, keys) = inside.splitBottom(Self.keyRows)
    scrolling.view.draw(into: &screen.surface, in: body, top: top)
    let labels = [("confirm-import", confirmLabel), ("cancel-import", "cancel the import")]
    for (offset, entry) in labels.enumerated() {
      let line = keys.line(offset + 1)
      screen.surface.put(
        words.text(screen.state.key(entry.0)), in: line, style: Style(.key))
      screen.surface.put(words.text(entry.1), in: line.splitLeft(8).rest)
    }
    screen.surface.cursor = keys.line(1).origin
  }

  private var confirmLabel: String {
    guard let check else { return "import once the files are read" }
    let count = check.importable.count
    return count == 0 ? "close" : "import \(Numbers.counted(count, "file"))"
  }

  private func lines(_ words: ItemWords, columns: Int) -> [ItemWords.Line] {
    guard let check else {
      let share = ProgressBar(fraction: progress.fraction).percentage.string
      let detail = [progress.detail, share].filter { !$0.isEmpty }.joined(separator: "  ")
      return Self.wrapped(
        words.text(detail.isEmpty ? "Reading the files…" : detail), columns, Style(.dim))
    }
    var lines = totals(check).flatMap { total in
      Self.wrapped(
        words.text(total.text), columns, after: words.text(total.label).padded(to: 20) + " ")
    }
    if lines.isEmpty {
      lines = Self.wrapped(words.text("There is no file to import in \(named(words))."), columns)
    }
    for remark in check.remarks {
      lines += Self.wrapped(words.text(remark), columns, Style(.dim), after: words.text("! "))
    }
    if check.files.count > 1 || !check.files.allSatisfy(\.isImportable) {
      lines.append(("", Style(.text)))
      let listed = Self.listed(check.files)
      let names = listed.map { words.line(Self.name($0.path)).width }
      let width = min(names.max() ?? 0, columns * 2 / 5)
      lines += listed.flatMap { self.lines($0, words, width, columns: columns) }
      let rest = check.files.count - listed.count
      if rest > 0 {
        lines.append((words.text("… and \(Numbers.counted(rest, "more file"))"), Style(.dim)))
      }
    }
    guard !check.importable.isEmpty else { return lines }
    let undo = words.state.key("undo")
    let undoing =
      check.importable.count == 1
      ? "\(undo) undoes the import." : "\(undo) undoes all imports or the last one."
    let target = (["the store \(words.state.library.storeName)"] + groups.map { "the group \($0)" })
      .joined(separator: ", in ")
    let naming =
      words.state.settings.namesByTowns
      ? " Paths without a name are named after the towns at their ends." : ""
    let note = "The items are added to \(target). The files are not changed; \(undoing)\(naming)"
    return lines + [("", Style(.text))] + Self.wrapped(words.text(note), columns, Style(.dim))
  }

  /// The maximum number of files that are listed one by one. The limit keeps drawing fast, because
  /// the lines of all listed files are laid out for every frame.
  private static let filesListed = 500

  /// Returns the files to list, beginning with the files that cannot be imported.
  private static func listed(_ files: [ImportCheck.File]) -> [ImportCheck.File] {
    let refused = files.filter(\.isRefused)
    return Array((refused + files.lazy.filter { !$0.isRefused }).prefix(filesListed))
  }

  private func named(_ words: ItemWords) -> String {
    sources.map { words.state.abbreviated($0) }.joined(separator: ", ")
  }

  /// Returns the number of files with each outcome, and a text about these files.
  private func totals(_ check: ImportCheck) -> [(label: String, text: String)] {
    var new: [ImportCheck.File] = []
    var (changed, added, updated, unchanged, duplicates, refused) = (0, 0, 0, 0, 0, 0)
    for file in check.files {
      switch file.outcome {
      case .new: new.append(file)
      case .changed(let more, let other):
        changed += 1
        added += more
        updated += other
      case .unchanged: unchanged += 1
      case .duplicate: duplicates += 1
      case .refused: refused += 1
      }
    }
    let content = new.reduce(into: ImportCheck.File(path: "", outcome: .new)) { sum, file in
      sum.paths += file.paths
      sum.places += file.places
      sum.points += file.points
    }
    return [
      (new.count, "new file", content.contentText),
      (changed, "changed file", Self.changeText(added: added, updated: updated)),
      (unchanged, "unchanged file", "in the library already; skipped"),
      (duplicates, "duplicate file", "with the same content as another file; skipped"),
      (refused, "unreadable file", "skipped"),
    ].filter { $0.0 > 0 }.map { (Numbers.counted($0.0, $0.1), $0.2) }
  }

  fileprivate static func changeText(added: Int, updated: Int) -> String {
    "adds \(Numbers.counted(added, "item")), updates \(Numbers.counted(updated, "item"))"
  }

  /// Returns the lines of a wrapped text. The first line begins with a label, and the others are
  /// indented by the label's width.
  private static func wrapped(
    _ text: DisplayText, _ columns: Int, _ style: Style = .text, after label: DisplayText = ""
  ) -> [ItemWords.Line] {
    text.wrapped(to: columns - label.width).enumerated().map { row, line in
      ((row == 0 ? label : DisplayText.empty.padded(to: label.width)) + line, style)
    }
  }

  private func lines(
    _ file: ImportCheck.File, _ words: ItemWords, _ width: Int, columns: Int
  ) -> [ItemWords.Line] {
    let name = words.line(Self.name(file.path)).fitted(to: width)
    let (mark, text, style): (DisplayText, String, Style) =
      switch file.outcome {
      case .new: ("+", file.contentText, Style(.text))
      case .changed(let added, let updated):
        ("~", Self.changeText(added: added, updated: updated), Style(.text))
      case .unchanged: ("=", "in the library already", Style(.dim))
      case .duplicate(let path): ("=", "same content as \(Self.name(path))", Style(.dim))
      case .refused(let reason): ("!", reason, Style(.error))
      }
    return Self.wrapped(words.text(text), columns, style, after: mark + " " + name + "  ")
  }
}

extension ImportCheck.File {
  /// The numbers of paths, places and points in the file.
  fileprivate var contentText: String {
    [(paths, "path"), (places, "place"), (points, "point")]
      .map { Numbers.counted($0.0, $0.1) }.joined(separator: ", ")
  }
}
