import CartographerCore
import Foundation
import TerminalUI

/// The file browser, in which the user chooses the files to import.
struct FileBrowser: ListOverlay {
  /// The number that identifies the latest request for the folder's content.
  private var number: Int
  /// The folder's content. Nil while the folder is being read.
  private(set) var listing: FolderListing?
  /// The paths of all marked files and folders, including those outside the current folder.
  private(set) var marks: Set<String> = []
  /// The entries that match the filter.
  private(set) var shown: [FolderListing.Entry] = []
  private(set) var field = TextField()
  private(set) var isFiltering = false
  private var showsHidden: Bool
  /// Whether files in unknown formats are listed.
  private(set) var showsOthers: Bool
  private(set) var cursor = ListCursor()
  /// The name of the entry to select once the folder has been read.
  private var wanted: String?
  /// The previous folder's content, which is shown again if a pasted path cannot be read.
  private var previous: FolderListing?
  /// The row that was clicked last. A second click on the same row opens the row's entry.
  private var clicked: Int?

  var context: CommandContext { isFiltering ? .fileFilter : .files }
  var modeName: String { "FILES" }
  var leaveCommand: String { isFiltering ? "clear-file-filter" : "close-files" }
  var isWaiting: Bool { listing == nil }
  var longestPaste: Int { 256 }

  init(
    number: Int, showsHidden: Bool, showsOthers: Bool = false, selecting name: String? = nil
  ) {
    self.number = number
    self.showsHidden = showsHidden
    self.showsOthers = showsOthers
    wanted = name
  }

  // MARK: Rows

  /// The number of rows above the entries: 1 for the parent folder, or 0 in the topmost folder.
  var parentRows: Int { listing?.parent == nil ? 0 : 1 }

  func rowCount(in state: AppState) -> Int { shown.count + parentRows }

  /// The selected file or folder. Nil if the parent folder's row is selected.
  var selected: FolderListing.Entry? {
    let row = cursor.selected - parentRows
    return shown.indices.contains(row) ? shown[row] : nil
  }

  /// Updates the list after the folder, the filter or the hidden-files setting has changed.
  private mutating func refilter() {
    var all = listing?.entries ?? []
    if showsOthers, let others = listing?.others, !others.isEmpty {
      all = FolderListing.Entry.sorted(all + others)
    }
    let entries = all.filter { showsHidden || !$0.isHidden }
    let filter = FileFilter(field.text)
    shown = field.isEmpty ? entries : entries.filter { filter.matches($0.name) }
    clicked = nil
  }

  private mutating func select(_ row: Int, in state: AppState) {
    cursor.select(row, count: rowCount(in: state), height: height(in: state))
  }

  // MARK: Changes

  /// Stores the folder's content and selects the requested entry or, if that entry does not exist,
  /// the first entry. If the path was pasted and cannot be read, shows the previous folder.
  ///
  /// - Returns: The content of the folder that is now shown. Nil if a newer request was made.
  mutating func receive(
    _ listing: FolderListing, of number: Int, in state: AppState
  ) -> FolderListing? {
    guard number == self.number else { return nil }
    let shownListing = listing.problem == nil ? listing : previous ?? listing
    self.listing = shownListing
    refilter()
    let row = wanted.flatMap { name in shown.firstIndex { $0.name == name } } ?? 0
    wanted = nil
    previous = nil
    select(row + parentRows, in: state)
    return shownListing
  }

  /// Clears the list, which stays empty until the content of another folder has been read.
  ///
  /// - Parameter isPasted: Whether the folder's path was pasted and may therefore be wrong.
  mutating func leave(for number: Int, selecting name: String? = nil, isPasted: Bool = false) {
    self.number = number
    previous = isPasted ? listing : nil
    listing = nil
    shown = []
    field = TextField()
    isFiltering = false
    cursor = ListCursor()
    wanted = name
    clicked = nil
  }

  /// Shows or hides hidden files and files in unknown formats. The selected entry stays selected if
  /// it is still listed.
  mutating func show(hidden: Bool, others: Bool, in state: AppState) {
    let name = selected?.name
    showsHidden = hidden
    showsOthers = others
    refilter()
    let row = name.flatMap { name in shown.firstIndex { $0.name == name } } ?? 0
    select(row + parentRows, in: state)
  }

  /// Marks or unmarks the selected entry and selects the next row.
  mutating func toggleMark(in state: AppState) {
    guard let selected, let listing else { return }
    let path = listing.path(of: selected.name)
    if marks.remove(path) == nil { marks.insert(path) }
    select(cursor.selected + 1, in: state)
  }

  /// Marks all listed files. If all listed files are already marked, unmarks them.
  mutating func toggleAll() {
    guard let listing else { return }
    let files = Set(shown.filter { !$0.isFolder }.map { listing.path(of: $0.name) })
    if files.isSubset(of: marks) {
      marks.subtract(files)
    } else {
      marks.formUnion(files)
    }
  }

  mutating func startFilter() {
    isFiltering = true
    clicked = nil
  }

  /// Ends text input in the filter's field.
  ///
  /// - Parameter isKept: Whether the list remains filtered.
  mutating func endFilter(keeping isKept: Bool, in state: AppState) {
    isFiltering = false
    guard !isKept else { return }
    let name = selected?.name
    field = TextField()
    refilter()
    let row = name.flatMap { name in shown.firstIndex { $0.name == name } } ?? 0
    select(row + parentRows, in: state)
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var browser = self
    browser.field.apply(edit)
    browser.refilter()
    browser.cursor = ListCursor()
    browser.select(browser.shown.isEmpty ? 0 : browser.parentRows, in: state)
    state.overlays.replaceTop(browser)
    return []
  }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
    clicked = nil
  }

  /// Selects the clicked row. A second click on the same row opens the row's entry.
  func click(at position: Point, in state: inout AppState) -> [Effect] {
    guard let row = cursor.item(at: position, in: listRect(in: state), count: rowCount(in: state))
    else { return [] }
    var browser = self
    if clicked == row {
      browser.clicked = nil
      state.overlays.replaceTop(browser)
      return state.openEntry(of: browser)
    }
    browser.select(row, in: state)
    browser.clicked = row
    state.overlays.replaceTop(browser)
    return []
  }
}

/// The file browser's filter: words that a name must contain, or a pattern such as `*.gpx`.
private struct FileFilter {
  private let words: [String]
  private let pattern: String?

  init(_ text: String) {
    let folded = SearchFolding.folded(text)
    words = folded.split(separator: " ").map(String.init)
    pattern = folded.contains { "*?[".contains($0) } ? folded : nil
  }

  func matches(_ name: String) -> Bool {
    let folded = SearchFolding.folded(name)
    guard let pattern else { return words.allSatisfy(folded.contains) }
    return fnmatch(pattern, folded, 0) == 0
  }
}
