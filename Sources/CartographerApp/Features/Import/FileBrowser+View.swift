import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension FileBrowser {
  /// The number of rows in the file browser's box that are not part of the list: the filter row and
  /// the summary row.
  private static let otherRows = 2
  /// The minimum width, in columns, of a row that shows both a file's size and its import status.
  private static let wideColumns = 60

  func height(in state: AppState) -> Int { max(state.mostPopupRows - Self.otherRows, 1) }

  /// Returns the list's rectangle on the screen. The box has the same size in every folder.
  func listRect(in state: AppState) -> Rect {
    let size = Size(columns: state.popupColumns, rows: height(in: state) + Self.otherRows + 2)
    let box = state.popupArea.centred(size)
    let inside = box.inset(columns: 2, rows: 1)
    return inside.splitTop(1).rest.splitBottom(1).rest
  }

  func draw(on screen: inout Screen) {
    let state = screen.state
    let words = screen.words
    let rows = height(in: state)
    let marked = marks.isEmpty ? "" : "\(Numbers.grouped(marks.count)) marked"
    let folder = words.text(listing.map { state.jobs.imports.abbreviated($0.folder) } ?? "…")
    let inside = screen.popup(
      rows: rows + Self.otherRows,
      title: "Import from " + folder.clippedAtStart(to: max(state.popupColumns - 34, 8)),
      note: words.text(marked))
    let (line, below) = inside.splitTop(1)
    let (body, summaryLine) = below.splitBottom(1)
    drawFilter(on: &screen, in: line)
    let fieldCursor = screen.surface.cursor
    screen.surface.put(words.text(summary), in: summaryLine, style: Style(.dim))
    let list = ListView(count: rowCount(in: state), cursor: cursor, isFocused: true) { row in
      self.row(row, words, columns: body.columns)
    }
    list.draw(into: &screen.surface, in: body)
    drawNote(on: &screen, in: body)
    if isFiltering { screen.surface.cursor = fieldCursor }
  }

  private func drawFilter(on screen: inout Screen, in line: Rect) {
    if isFiltering || !field.isEmpty {
      screen.surface.put("/", at: line.origin, style: Style(.key))
      field.draw(into: &screen.surface, in: line.splitLeft(1).rest, isFocused: isFiltering)
    } else {
      let key = screen.state.key("filter-files")
      screen.surface.put(
        screen.text("\(key) filters by name or by a pattern such as *.gpx"), in: line,
        style: Style(.dim))
    }
  }

  /// Draws an explanation of why no files are listed.
  private func drawNote(on screen: inout Screen, in body: Rect) {
    let words = screen.words
    var note: String?
    var role = Role.dim
    if listing == nil {
      note = "Reading the folder…"
    } else if let problem = listing?.problem {
      note = problem
      role = .error
    } else if shown.isEmpty {
      note = field.isEmpty ? "No folders or importable files here." : "No names match the filter."
    }
    guard let note else { return }
    let area = body.inset(columns: 2, rows: 0)
    for (offset, line) in words.text(note).wrapped(to: max(area.columns, 1)).enumerated() {
      screen.surface.put(line, in: area.line(parentRows + offset), style: Style(role))
    }
  }

  /// The summary row's text: the numbers of listed files, listed folders and omitted entries.
  private var summary: String {
    guard let listing, listing.problem == nil else { return "" }
    let folders = shown.count(where: \.isFolder)
    let listed = listing.entries + (showsOthers ? listing.others : [])
    let hidden = listed.count(where: \.isHidden)
    let hiddenCount = hidden - shown.count(where: \.isHidden)
    var parts = [
      Numbers.counted(shown.count - folders, "file"), Numbers.counted(folders, "folder"),
    ]
    if hiddenCount > 0, field.isEmpty { parts.append("\(Numbers.grouped(hiddenCount)) hidden") }
    let omittedCount = listing.omittedCount - (showsOthers ? listing.others.count : 0)
    if omittedCount > 0 {
      parts.append("\(Numbers.counted(omittedCount, "other file")) not shown")
    }
    return parts.joined(separator: ", ")
  }

  private func row(_ row: Int, _ words: ItemWords, columns: Int) -> ListRow {
    guard row >= parentRows, let listing else {
      return ListRow("../", detail: "parent folder", style: Style(.accent))
    }
    let entry = shown[row - parentRows]
    let isMarked = marks.contains(listing.path(of: entry.name))
    let day = words.text(TimeText.day(entry.modified, in: words.state.settings.zone))
    let isWide = columns >= Self.wideColumns
    guard !entry.isFolder else {
      return ListRow(
        words.line(entry.name + "/"), detail: isWide ? day : .empty, isMarked: isMarked,
        style: Style(.accent))
    }
    let size = words.text(ByteCount.text(entry.bytes)).padded(to: 8, .trailing)
    let status: DisplayText =
      switch entry.importStatus {
      case .new: ""
      case .unknown: "unknown format"
      case .imported: "imported"
      case .changed: "changed since import"
      }
    return ListRow(
      words.line(entry.name),
      detail: isWide ? status + "  " + size + "  " + day : status.isEmpty ? size : status,
      isMarked: isMarked,
      style: Style([.imported, .unknown].contains(entry.importStatus) ? .dim : .text))
  }
}

/// A formatter for file sizes.
enum ByteCount {
  private static let units = ["KB", "MB", "GB", "TB", "PB", "EB"]

  /// Formats a number of bytes with at most one decimal place, such as `512 B` or `1.2 MB`.
  static func text(_ bytes: Int64) -> String {
    guard bytes >= 1_000 else { return "\(bytes) B" }
    var value = Double(bytes) / 1_000
    var unit = 0
    // Values of 999.5 and more would be rounded to a number with four digits.
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    let rounded = value < 9.95 ? (value * 10).rounded() / 10 : value.rounded()
    return "\(Numbers.decimal(rounded)) \(units[unit])"
  }
}
