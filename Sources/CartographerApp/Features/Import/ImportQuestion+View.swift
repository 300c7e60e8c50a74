import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension ImportQuestion {
  private var title: String {
    guard let check else {
      return sources.count == 1 ? "Import \(sources[0].lastComponent)?" : "Import files?"
    }
    let useful = check.importable
    if useful.isEmpty { return isMendable ? "Nothing to import yet" : "Nothing to import" }
    return useful.count == 1
      ? "Import \(useful[0].path.lastComponent)?"
      : "Import \(Numbers.counted(useful.count, "file"))?"
  }

  /// Whether a rejected file might become importable if the user changes a choice in the import
  /// prompt.
  private var isMendable: Bool {
    offersSwap || offersConversion || check?.tables.contains(where: \.isRefused) == true
  }

  func scrolling(_ words: ItemWords) -> ScrollingText {
    let columns = max(words.state.popupColumns - 4, 2)
    let lines = lines(words, columns: columns)
    return ScrollingText(
      view: TextView(lines),
      rows: min(max(lines.count, 1), max(words.state.mostPopupRows - keyRows(words).count - 1, 1)))
  }

  func draw(on screen: inout Screen) {
    let words = screen.words
    let scrolling = scrolling(words)
    let keyRows = keyRows(words)
    let inside = screen.popup(
      rows: scrolling.rows + keyRows.count + 1, title: words.text(title))
    let (body, keys) = inside.splitBottom(keyRows.count + 1)
    scrolling.view.draw(into: &screen.surface, in: body, top: top)
    screen.surface.cursor = keys.line(1).origin
    for (offset, row) in keyRows.enumerated() {
      let line = keys.line(offset + 1)
      let (left, right) = line.splitLeft(8)
      screen.surface.put(row.key, in: left, style: Style(.key))
      guard row.isTyped else {
        screen.surface.put(row.text, in: right, style: row.style)
        continue
      }
      let (label, rest) = right.splitLeft(row.text.width)
      screen.surface.put(row.text, in: label)
      field.draw(
        into: &screen.surface, in: rest, isFocused: true, style: Style(.text, .underline))
    }
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
      let text = """
        There is no importable file in \(named(words)) or its subfolders. \
        \(ImportableFile.kindsSentence)
        """
      lines = Self.wrapped(words.text(text), columns)
    }
    if check.files.count == 1, let description = check.tables.first?.columns {
      lines += Self.wrapped(
        words.text(description), columns, after: words.text("columns").padded(to: 20) + " ")
    }
    for remark in check.remarks {
      lines += Self.wrapped(words.text(remark), columns, Style(.dim), after: words.text("! "))
    }
    if check.files.count == 1, let file = check.files.first {
      if let damage = file.damage {
        lines += Self.wrapped(words.text(damage), columns, Style(.warning), after: words.text("! "))
      }
      for remark in file.remarks {
        lines += Self.wrapped(words.text(remark), columns, Style(.dim), after: words.text("! "))
      }
      let rest = file.remarkCount - file.remarks.count
      if rest > 0 {
        lines.append((words.text("! … and \(Numbers.counted(rest, "more remark"))"), Style(.dim)))
      }
    }
    // A single file that can be imported is described by the totals alone.
    if check.files.count > 1 || !check.files.allSatisfy(\.isImportable) {
      lines.append(("", Style(.text)))
      let listed = Self.listed(check.files)
      let names = listed.map { words.line($0.path.lastComponent).width }
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
      ? "\(undo) undoes the import."
      // The history does not record which imports belong together.
      : "until you quit, \(undo) can undo all these imports, or only the last one."
    let names = groups.map { "the group \(words.state.index.importGroupName($0))" }
    let target = (["the store \(words.state.library.storeName)"] + names)
      .joined(separator: ", in ")
    let naming =
      words.state.settings.namesByTowns
      ? " Paths without a name are named after the towns at their ends." : ""
    let note = "The items are added to \(target). The files are not changed; \(undoing)\(naming)"
    return lines + [("", Style(.text))] + Self.wrapped(words.text(note), columns, Style(.dim))
  }

  /// The maximum number of files that are listed individually. The limit keeps drawing fast,
  /// because the lines of all listed files are laid out for every frame.
  private static let filesListed = 500

  /// Returns the files in display order: files that cannot be imported, damaged files, and then all
  /// other files.
  private static func listed(_ files: [ImportCheck.File]) -> [ImportCheck.File] {
    let refused = files.filter(\.isRefused)
    let damaged = files.filter { !$0.isRefused && $0.damage != nil }
    let rest = files.lazy.filter { !$0.isRefused && $0.damage == nil }
    return Array((refused + damaged + rest).prefix(filesListed))
  }

  private func named(_ words: ItemWords) -> String {
    sources.map { words.state.jobs.imports.abbreviated($0) }.joined(separator: ", ")
  }

  /// Returns a label and a text for each outcome of the dry run. The text states the number of
  /// files with this outcome, and summarises the files' contents or the reason for skipping the
  /// files.
  private func totals(_ check: ImportCheck) -> [(label: String, text: String)] {
    var new: [ImportCheck.File] = []
    var changed: [ImportCheck.File] = []
    var (grouped, unchanged, duplicates, refused) = (0, 0, 0, 0)
    var groupedItems = 0
    // An unchanged file counts as imported if its items are added to the chosen group.
    for file in check.files {
      switch file.outcome {
      case .new: new.append(file)
      case .changed: changed.append(file)
      case .unchanged where file.isImportable:
        grouped += 1
        groupedItems += file.groupedItems
      case .unchanged: unchanged += 1
      case .duplicate: duplicates += 1
      case .refused: refused += 1
      }
    }
    let damaged = check.importable.count(where: { $0.damage != nil })
    let content = new.reduce(into: ImportCheck.File(path: "", outcome: .new)) { sum, file in
      sum.paths += file.paths
      sum.places += file.places
      sum.points += file.points
      sum.leftOutPlaces += file.leftOutPlaces
      sum.leftOutPoints += file.leftOutPoints
    }
    let addedItems = Numbers.counted(groupedItems, "item")
    return [
      (new.count, "new file", content.contentText),
      (changed.count, "changed file", Self.changeText(changed)),
      (
        grouped, "unchanged file",
        "already in the library; adds \(addedItems) to the group"
      ),
      (unchanged, "unchanged file", "already in the library; skipped"),
      (duplicates, "duplicate file", "same content as another file; skipped"),
      (refused, "unreadable file", "skipped"),
      (
        damaged, "incomplete file",
        "damaged or truncated; only the part before the damage is imported"
      ),
    ].filter { $0.0 > 0 }.map { (Numbers.counted($0.0, $0.1), $0.2) }
  }

  /// Summarises the items that would be added, updated and left unchanged by importing the changed
  /// files.
  fileprivate static func changeText(_ files: [ImportCheck.File]) -> String {
    var (added, updated) = (0, 0)
    for case .changed(let more, let other) in files.map(\.outcome) {
      added += more
      updated += other
    }
    let unchanged = files.reduce(0) { $0 + $1.unchangedItems }
    let addedItems = Numbers.counted(added, "item")
    let updatedItems = Numbers.counted(updated, "item")
    let unchangedItems = Numbers.counted(unchanged, "item")
    return "adds \(addedItems), updates \(updatedItems)"
      + (unchanged == 0 ? "" : "; \(unchangedItems) already in the library")
      + files.flatMap(\.groupUpdates).map { "; updates \($0)" }.joined()
  }

  /// Wraps the given text into lines. The first line begins with a label; all other lines are
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
    let name = words.line(file.path.lastComponent).fitted(to: width)
    let (mark, text, style): (DisplayText, String, Style) =
      switch file.outcome {
      case .new: ("+", file.changeText, Style(.text))
      case .changed: ("~", file.changeText, Style(.text))
      case .unchanged where file.isImportable:
        (
          "~", "adds \(Numbers.counted(file.groupedItems, "item")) to the group", Style(.text)
        )
      case .unchanged: ("=", "already in the library", Style(.dim))
      case .duplicate(let path): ("=", "same content as \(path.lastComponent)", Style(.dim))
      case .refused(let reason): ("!", reason, Style(.error))
      }
    var parts = [text]
    if let damage = file.damage { parts.append("incomplete: \(damage)") }
    if file.remarkCount > 0 { parts.append(Numbers.counted(file.remarkCount, "remark")) }
    if let fields = file.fields, file.isImportable { parts.append("columns \(fields)") }
    return Self.wrapped(
      words.text(parts.joined(separator: "; ")), columns,
      file.damage == nil ? style : Style(.warning), after: mark + " " + name + "  ")
  }
}

extension ImportCheck.File {
  /// The numbers of items that importing the file would add and update, as text.
  var changeText: String {
    if case .changed = outcome { ImportQuestion.changeText([self]) } else { contentText }
  }

  /// The numbers of paths, places and points in the file, as text.
  fileprivate var contentText: String {
    [(paths, "path"), (places, "place"), (points, "point")]
      .map { Numbers.counted($0.0, $0.1) }.joined(separator: ", ")
      + ImportMessage.leftOutText(leftOutPlaces, leftOutPoints)
  }
}
