import CartographerCore
import CartographerPresentation

/// The state of imports: folders, file browser settings, request numbers, and the changes made by
/// multi-file imports.
package struct ImportState: Sendable, Equatable {
  /// The user's home folder, which the editor shows as `~`. Empty if the folder is unknown.
  package private(set) var home = ""
  /// The sample trip's folder. Nil if the folder was not found.
  package private(set) var sampleFolder: String?
  /// The last folder shown in the file browser, or an empty string for the working directory.
  private(set) var folder = ""
  /// Whether the file browser shows hidden files.
  private(set) var showsHidden = false
  /// Whether the file browser shows files in unknown formats.
  private(set) var showsOthers = false
  private var lastRequest = 0
  /// The IDs of the changes made by each multi-file import, oldest first.
  private var batches: [[LibraryChange.ID]] = []

  /// Stores the paths of the home folder and the sample trip's folder at startup.
  mutating func begin(home: String, sampleFolder: String?) {
    self.home = home
    self.sampleFolder = sampleFolder
  }

  /// Returns a path for display, with the user's home folder abbreviated to `~`.
  func abbreviated(_ path: String) -> String { HomeFolder.abbreviating(path, home: home) }

  mutating func rememberFolder(_ folder: String) { self.folder = folder }

  mutating func toggleHidden() { showsHidden.toggle() }

  mutating func toggleOthers() { showsOthers.toggle() }

  /// Stores the IDs of the changes made by an import of several files, so that the changes can be
  /// undone together.
  mutating func rememberBatch(_ changes: [LibraryChange.ID]) {
    if changes.count > 1 { batches.append(changes) }
  }

  /// Returns the given change and the earlier changes from the same multi-file import, newest
  /// first. Returns an empty array if the change was not made by a multi-file import.
  ///
  /// Changes in the history have consecutive numbers. Only the newest change can be undone, so
  /// changes that precede a change by another import or program are omitted.
  func batch(upTo change: LibraryChange.ID) -> [LibraryChange.ID] {
    let batch = batches.first { $0.contains(change) } ?? []
    var ids = batch.contains(change) ? [change] : []
    while let last = ids.last, batch.contains(last - 1) { ids.append(last - 1) }
    return ids
  }

  /// Returns a number for a new request. An answer with an older number is ignored.
  mutating func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }
}
