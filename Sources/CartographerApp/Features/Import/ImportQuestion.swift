import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A prompt that asks whether to import files and shows their dry-run totals.
///
/// If a file's content is ambiguous, as in a table with unusual columns, the user can choose how
/// the content is read. After each choice, the files are read again.
struct ImportQuestion: ScrollingOverlay {
  /// A choice in the import prompt that requires typed text.
  enum TypedChoice: Sendable, Equatable {
    case columns, accuracy, conversion
  }

  /// The number that identifies the latest request for a dry run.
  private(set) var number: Int
  /// The files, folders and patterns that the user specified.
  let sources: [String]
  /// The IDs or names of the groups to which the items will be added.
  private(set) var groups: [String]
  private(set) var choices: ReadingChoices
  private(set) var progress = JobProgress(fraction: nil, detail: "")
  /// The dry run's result. Nil until the dry run ends.
  private(set) var check: ImportCheck?
  /// The choice for which the user is typing a value. Nil if no value is being typed.
  private(set) var typing: TypedChoice?
  private(set) var field = TextField()
  /// The index of the set of tables for which the user is entering columns.
  private(set) var typedSet = 0
  /// The columns that the user entered but has not confirmed yet, keyed by the index of the set of
  /// tables.
  private var typedColumns: [Int: String] = [:]
  /// The reason why the typed text is not valid. Nil if the text is valid or has not been checked.
  private(set) var problem: String?
  private(set) var top = 0

  var context: CommandContext { typing == nil ? .importQuestion : .importOption }
  var modeName: String { "IMPORT" }
  var leaveCommand: String { typing == nil ? "cancel-import" : "leave-import-option" }
  var isWaiting: Bool { check == nil }
  var longestPaste: Int { 1_024 }

  init(
    number: Int, sources: [String], groups: [String], conversion: ConversionChoice? = nil
  ) {
    choices = ReadingChoices(conversion: conversion)
    self.number = number
    self.sources = sources
    self.groups = groups
  }

  mutating func receive(_ progress: JobProgress) { self.progress = progress }
  mutating func receive(_ check: ImportCheck) { self.check = check }
  mutating func scroll(to line: Int) { top = line }

  // MARK: Choices

  /// The paths of the files in which all coordinates are probably swapped. If no file's coordinates
  /// are all swapped, contains the paths of the files in which swapping latitude and longitude
  /// would bring positions into range.
  var swappedFiles: Set<String> {
    let files = check?.files ?? []
    // If whole files are swapped, a file with a single wrong position must not be swapped too.
    let swapped = files.filter(\.isSwapped)
    return Set((swapped.isEmpty ? files.filter(\.isMendedBySwap) : swapped).map(\.path))
  }

  /// Returns whether the given option applies to the format of at least one file.
  func offers(_ option: String) -> Bool {
    (check?.files ?? []).contains { $0.format?.hasOption(option) == true }
  }

  var offersSwap: Bool { !choices.swapped.isEmpty || !swappedFiles.isEmpty }

  /// The files of unknown format that an external program might be able to convert.
  var convertibleFiles: [ImportCheck.File] {
    (check?.files ?? []).filter { $0.suggestedConverter != nil }
  }

  var offersConversion: Bool { choices.conversion != nil || !convertibleFiles.isEmpty }

  /// Chooses the converter with the typed name, such as `gpsbabel:gdb`, for the files in unknown
  /// formats. The new converter also replaces any converter that was chosen earlier for a file.
  private mutating func convert(by text: String) {
    guard !text.isEmpty else {
      choices.conversion = nil
      choices.convertedFiles = nil
      return
    }
    let files = Set(convertibleFiles.map(\.path))
    choices.convertedFiles =
      choices.conversion == nil ? files : choices.convertedFiles?.union(files)
    choices.conversion = ConversionChoice(text, timeLimit: choices.conversion?.timeLimit)
  }

  /// Starts waiting for the result of a new dry run.
  mutating func restart(_ number: Int) {
    self.number = number
    check = nil
    progress = JobProgress(fraction: nil, detail: "")
    typing = nil
    problem = nil
    top = 0
  }

  /// Whether the user can choose a group for the imported items. False if no file can be read.
  var offersGroup: Bool {
    !groups.isEmpty || check?.files.contains { !$0.isRefused } == true
  }

  mutating func setGroups(_ groups: [String]) { self.groups = groups }

  mutating func toggleSwap() {
    choices.swapped = choices.swapped.isEmpty ? swappedFiles : []
  }

  /// Selects the next kind of item to create from table rows: automatic, places or one path.
  mutating func chooseNextRowKind() {
    choices.rowKind =
      switch choices.rowKind {
      case nil: .places
      case .places: .path
      case .path: nil
      }
  }

  /// The tables, grouped by their headers.
  var tableSets: [TableSet] { check?.tableSets ?? [] }

  /// Returns the columns that the user specified for a set of tables. Returns nil if the columns
  /// are determined from the header.
  func chosenColumns(_ set: TableSet) -> String? { choices.columns[set.files[0].path] }

  /// Opens the text field for table columns, beginning with tables that cannot be imported.
  mutating func startTypingColumns() {
    typedColumns = [:]
    let sets = tableSets
    typedSet = sets.firstIndex(where: \.hasRefusedFile) ?? 0
    startTyping(.columns, sets.isEmpty ? "" : knownColumns(sets[typedSet]))
  }

  /// Returns the columns shown for a set of tables before the user types: the specified columns or,
  /// if none are specified, the recognised columns.
  private func knownColumns(_ set: TableSet) -> String {
    chosenColumns(set) ?? set.files.lazy.compactMap(\.fields).first ?? ""
  }

  /// Stores the columns entered for a set of tables, and opens the text field for the next set's
  /// columns.
  mutating func typeNextColumns() {
    let sets = tableSets
    guard typing == .columns, sets.count > 1 else { return }
    typedColumns[typedSet] = field.text
    typedSet = (typedSet + 1) % sets.count
    startTyping(.columns, typedColumns[typedSet] ?? knownColumns(sets[typedSet]))
  }

  /// Stores the columns that the user entered for each set of tables as import choices. Recognised
  /// columns that the user did not change are still determined from the header.
  private mutating func keepColumns() {
    typedColumns[typedSet] = field.text
    for (position, set) in tableSets.enumerated() {
      guard let typed = typedColumns[position], typed != knownColumns(set) else { continue }
      let text = typed.trimmingCharacters(in: .whitespaces)
      for path in set.paths { choices.columns[path] = text.isEmpty ? nil : text }
    }
  }

  mutating func startTyping(_ choice: TypedChoice, _ text: String) {
    typing = choice
    field = TextField(prefilled: text)
    problem = nil
  }

  mutating func endTyping() {
    typing = nil
    problem = nil
  }

  /// Stores the typed text as the user's choice. If the text is not valid, stores the reason and
  /// returns false.
  mutating func keepTyped() -> Bool {
    let text = field.text.trimmingCharacters(in: .whitespaces)
    switch typing {
    case .columns: keepColumns()
    case .accuracy:
      let metres = try? Quantity.metres(text)
      guard text.isEmpty || metres.map({ $0 >= 0 }) == true else {
        problem = "enter a length such as 100m, or leave the field empty"
        return false
      }
      choices.maximumAccuracyMetres = metres
    case .conversion: convert(by: text)
    case nil: return false
    }
    return true
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var question = self
    question.field.apply(edit)
    question.problem = nil
    state.overlays.replaceTop(question)
    return []
  }
}
