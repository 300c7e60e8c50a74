/// The folders in which imports start, and the request numbers of the file browser and of import
/// questions.
package struct ImportState: Sendable, Equatable {
  /// The user's home folder, which the editor shows as `~`; empty if it is unknown.
  package private(set) var home = ""
  /// The folder of the sample trip, or nil if it was not found.
  package private(set) var sampleFolder: String?
  /// The folder that the file browser showed last, or an empty string for the working folder.
  private(set) var folder = ""
  /// Whether the file browser shows hidden files.
  private(set) var showsHidden = false
  private var lastRequest = 0

  /// Stores the folders that are known when the editor starts.
  mutating func begin(home: String, sampleFolder: String?) {
    self.home = home
    self.sampleFolder = sampleFolder
  }

  mutating func rememberFolder(_ folder: String) { self.folder = folder }

  mutating func toggleHidden() { showsHidden.toggle() }

  /// Returns a number for a new request. An answer with an older number is ignored.
  mutating func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }
}
