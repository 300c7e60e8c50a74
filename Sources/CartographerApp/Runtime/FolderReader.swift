import CartographerCore
import Foundation

/// Functions that list a folder for the file browser and find files to import.
enum FolderReader {
  // MARK: Listing

  /// Returns the subfolders and files of a folder with an absolute path.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  static func listing(of folder: String) throws -> FolderListing {
    var listing = FolderListing(folder: folder)
    do throws(EditorFailure) {
      for name in try names(in: folder) {
        if Task.isCancelled { break }
        guard let entry = entry(name, in: listing) else {
          listing.omittedCount += 1
          continue
        }
        if entry.importStatus == .unknown {
          listing.omittedCount += 1
          listing.others.append(entry)
        } else {
          listing.entries.append(entry)
        }
      }
    } catch {
      listing.problem = error.message
    }
    try Task.checkCancellation()
    listing.entries = FolderListing.Entry.sorted(listing.entries)
    return listing
  }

  /// Returns the names of a folder's entries, except `.` and `..`.
  private static func names(in folder: String) throws(EditorFailure) -> [String] {
    guard let handle = opendir(folder) else {
      throw EditorFailure(
        """
        \(folder) cannot be read (\(String(cString: strerror(errno)))); \
        check the path and its permissions.
        """)
    }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the listing entry for the subfolder or file with the given name. Returns nil if the
  /// entry does not exist, or if it is a file that cannot be read.
  private static func entry(_ name: String, in listing: FolderListing) -> FolderListing.Entry? {
    let path = listing.path(of: name)
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let modified = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return FolderListing.Entry(name: name, isFolder: true, modified: modified)
    case S_IFREG:
      // Files whose size is given as 0, as in /proc, may block when they are read.
      guard status.st_size > 0, access(path, R_OK) == 0 else { return nil }
      let isCertain = ImportableFile.isCertain(path)
      return FolderListing.Entry(
        name: name, bytes: Int64(status.st_size), modified: modified,
        isCertain: isCertain ?? false, importStatus: isCertain == nil ? .unknown : .new)
    default: return nil
    }
  }

  // MARK: The files of an import

  /// Returns the files to import for the given file and folder paths. For a folder, returns the
  /// importable files in the folder and its subfolders, except hidden files.
  ///
  /// - Parameter found: A closure that is called with the number of files found so far.
  /// - Throws: `CancellationError`; ``EditorFailure`` if one of the given folders cannot be read.
  static func files(of paths: [String], found: (Int) -> Void) throws -> [String] {
    var files: [String] = []
    var seen: Set<String> = []
    func add(_ path: String) {
      guard seen.insert(path).inserted else { return }
      files.append(path)
      found(files.count)
    }
    for path in paths.map({ URL(filePath: $0).standardizedFileURL.path }) {
      guard FileManager.default.isFolder(path) else {
        add(path)
        continue
      }
      _ = try names(in: path)
      try walk(path, add)
    }
    return files
  }

  /// The system's virtual folders, which never contain files to import.
  private static let systemFolders: Set<String> = ["/dev", "/proc", "/sys"]

  private static func walk(_ top: String, _ add: (String) -> Void) throws {
    var folders = [top]
    // A symbolic link can lead back to a folder above it.
    var seen: Set<String> = []
    while let folder = folders.popLast() {
      guard !systemFolders.contains(folder),
        seen.insert((folder as NSString).resolvingSymlinksInPath).inserted
      else { continue }
      let listing = try listing(of: folder)
      for entry in listing.entries where !entry.isHidden && !entry.isFolder {
        add(listing.path(of: entry.name))
      }
      folders += listing.entries.filter { $0.isFolder && !$0.isHidden }.reversed()
        .map { listing.path(of: $0.name) }
    }
  }

  // MARK: Typed paths

  /// The files and folders specified by the text that the user entered.
  enum Sources: Equatable {
    case file(String)
    /// A folder, several matching paths, or a file from an activity export. Such a file is read
    /// together with the export's activity list.
    case several([String])
  }

  /// Returns the files and folders specified by entered text. The text is a path, a pattern such as
  /// `*.gpx`, or several of these, separated and quoted as in a shell.
  ///
  /// - Parameter expand: A closure that returns the absolute path for an entered path.
  /// - Throws: ``EditorFailure`` if no file or folder has the given name.
  static func sources(
    of text: String, expand: (String) -> String
  ) throws(EditorFailure) -> Sources {
    if let found = paths(of: text, expand) { return sources(found) }
    let words = ShellWords.split(text)
    if words != [text] {
      let found = words.compactMap { paths(of: $0, expand) }
      if found.count == words.count { return sources(found.flatMap { $0 }) }
    }
    throw EditorFailure(
      isPattern(text)
        ? "No file matches \(text); check the folder and the pattern."
        : """
        \(text) cannot be read (\(String(cString: strerror(reason(expand(text)))))); \
        check the path.
        """)
  }

  private static func sources(_ found: [String]) -> Sources {
    guard found.count == 1, !FileManager.default.isFolder(found[0]) else { return .several(found) }
    return ActivityLists(found).activities == nil ? .file(found[0]) : .several(found)
  }

  private static func paths(of text: String, _ expand: (String) -> String) -> [String]? {
    let path = expand(text)
    if reason(path) == 0 { return [path] }
    guard isPattern(text) else { return nil }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(path, 0, nil, &found) == 0, let names = found.gl_pathv else { return nil }
    return (0..<Int(found.gl_pathc)).compactMap { names[$0].map { String(cString: $0) } }
  }

  private static func isPattern(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

  /// Returns the system error number (`errno`) from looking up a path. Returns 0 if there is a file
  /// or folder at the path.
  private static func reason(_ path: String) -> Int32 {
    var status = stat()
    return stat(path, &status) == 0 ? 0 : errno
  }
}

/// A parser that splits text into words in the same way as a shell.
enum ShellWords {
  /// Returns the words in the given text. Quotes and backslashes keep spaces inside a word. In a
  /// word that begins with `file://`, quotes are ordinary characters, because file managers do not
  /// encode apostrophes in URLs.
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for letter in text {
      if isEscaped {
        word = (word ?? "") + String(letter)
        isEscaped = false
      } else if letter == "\\", quote != "'" {
        isEscaped = true
      } else if letter == quote {
        quote = nil
      } else if quote == nil, letter == "\"" || letter == "'", word?.hasPrefix("file://") != true {
        quote = letter
        word = word ?? ""
      } else if quote == nil, letter == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
