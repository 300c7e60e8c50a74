import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The rows below the import prompt's text, each with a key and its effect.
extension ImportQuestion {
  /// A row below the import prompt's text, with a key and its effect.
  struct KeyRow {
    var key: DisplayText
    var text: DisplayText
    var style = Style.text
    /// Whether the row ends with a text field for the value of a choice.
    var isTyped = false
  }

  func keyRows(_ words: ItemWords) -> [KeyRow] {
    func row(_ command: String, _ text: String) -> KeyRow {
      KeyRow(key: words.text(words.state.key(command)), text: words.text(text))
    }
    let options = optionRows(words)
    guard typing == nil else { return options }
    return options
      + [row("confirm-import", confirmLabel), row("cancel-import", "cancel the import")]
  }

  /// Returns the rows for the choices that apply to at least one file. While the user types a value
  /// for a choice, only that choice's row is shown.
  private func optionRows(_ words: ItemWords) -> [KeyRow] {
    func row(_ command: String, _ text: String) -> KeyRow {
      KeyRow(key: words.text(words.state.key(command)), text: words.text(text))
    }
    if let typing { return typingRows(typing, words) }
    var rows: [KeyRow] = []
    if offersGroup {
      let names = groups.map(words.state.index.importGroupName)
      let text = names.isEmpty ? "none" : names.joined(separator: ", ")
      rows.append(row("import-into-group", "add all items to the group: \(text)"))
    }
    // An option is offered only if one of the files can be read in different ways.
    if offersSwap {
      let count = choices.swapped.isEmpty ? swappedFiles.count : choices.swapped.count
      let files = Numbers.counted(count, "file")
      rows.append(
        row(
          "swap-coordinates",
          choices.swapped.isEmpty
            ? "swap latitude and longitude in \(files)"
            : "do not swap latitude and longitude in \(files)"))
    }
    if offers("columns") {
      rows.append(row("choose-columns", columnsText))
    }
    if offers("as") {
      let kind =
        switch choices.rowKind {
        case .places: "places"
        case .path: "one path"
        case nil: "a path for rows with times, otherwise places"
        }
      rows.append(row("choose-rows", "read rows as: \(kind)"))
    }
    if offers("accuracy") {
      let limit = choices.maximumAccuracyMetres.map {
        words.state.settings.units.length(metres: $0)
      }
      rows.append(
        row(
          "limit-accuracy",
          limit.map { "positions with an accuracy radius over \($0) are left out" }
            ?? "limit the accuracy radius of positions (now: no limit)"))
    }
    if offersConversion {
      rows.append(row("convert-files", conversionText))
    }
    return rows
  }

  /// Returns the rows shown while the user types a value for a choice: the text field, an
  /// explanation and the keys.
  private func typingRows(_ choice: TypedChoice, _ words: ItemWords) -> [KeyRow] {
    func row(_ command: String, _ text: String) -> KeyRow {
      KeyRow(key: words.text(words.state.key(command)), text: words.text(text))
    }
    func note(_ text: String, _ role: Role = .dim) -> KeyRow {
      KeyRow(key: "", text: words.text(text), style: Style(role))
    }
    let sets = choice == .columns ? tableSets : []
    let hasSeveralSets = sets.count > 1
    let (label, meaning) =
      switch choice {
      case .columns:
        (
          hasSeveralSets ? "columns \(typedSet + 1)/\(sets.count) " : "columns ",
          "columns such as lat=3, lon=4; leave empty to use the header"
        )
      case .accuracy: ("limit ", "a length such as 100m; leave empty for no limit")
      case .conversion:
        (
          "convert with ",
          "a program such as gpsbabel:gdb or ogr2ogr; leave empty for none"
        )
      }
    var rows = [KeyRow(key: "", text: words.text(label), isTyped: true)]
    if hasSeveralSets { rows.append(note(Self.text(of: sets[typedSet]))) }
    rows.append(problem.map { note($0, .error) } ?? note(meaning))
    rows.append(row("keep-import-option", "keep the typed text and read the files again"))
    if hasSeveralSets {
      rows.append(row("next-table-set", "go to the next table header to specify its columns"))
    }
    return rows + [row("leave-import-option", "go back without changes")]
  }

  /// A description of the tables' current columns. For tables with different headers, the text
  /// states the number of headers for which the user has specified columns.
  private var columnsText: String {
    let sets = tableSets
    let chosen = sets.compactMap(chosenColumns)
    guard sets.count > 1 else {
      let columns = chosen.first ?? "as named in the header"
      return "table columns: \(columns)"
    }
    let headers = "\(Numbers.grouped(sets.count)) different headers"
    return chosen.isEmpty
      ? "table columns: from \(headers)"
      : "table columns: specified for \(Numbers.grouped(chosen.count)) of \(headers)"
  }

  /// Returns the names and the columns of tables with identical headers, such as
  /// `a.csv and 2 other tables: n, b, a`.
  private static func text(of set: TableSet) -> String {
    let others = set.files.count - 1
    return set.files[0].path.lastComponent
      + (others == 0 ? "" : " and \(Numbers.counted(others, "other table"))")
      + ": \(set.columnNames.joined(separator: ", "))"
  }

  private var conversionText: String {
    guard let conversion = choices.conversion else {
      let files = Numbers.counted(convertibleFiles.count, "file")
      return "convert \(files) with another program, such as gpsbabel"
    }
    let files = choices.convertedFiles.map { Numbers.counted($0.count, "file") } ?? "all files"
    return "convert \(files) with: \(conversion.program)"
  }

  private var confirmLabel: String {
    guard let check else { return "import after reading all files" }
    let count = check.importable.count
    return count == 0 ? "close" : "import \(Numbers.counted(count, "file"))"
  }
}
