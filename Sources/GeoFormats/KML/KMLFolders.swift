/// The folders of the KML file being written, each with its stored items.
struct KMLFolders {
  private struct Folder {
    let name: String
    /// The XML identifier of a folder that represents an itinerary day. Nil for the folder of a
    /// group.
    var identifier: String?
    var notes: String?
    var children: [Int] = []
    /// The ranges of the stored items that belong directly to this folder.
    var items: [Range<Int>] = []
  }

  /// The separator between the names of nested folders in a group's name.
  static let separator = " / "
  /// The maximum depth of nested folders. A group whose name would require deeper nesting becomes a
  /// single folder.
  private static let deepest = 16

  /// All folders of the file. The first element is the document itself.
  private var folders = [Folder(name: "")]
  private var indices: [String: Int] = [:]

  /// Returns the index of the folder to which an item is written. This is the folder of the item's
  /// first group with a suitable name, or the document if there is no such group. The item's other
  /// groups are added to the element's data.
  mutating func folder(_ element: inout KMLElement) -> Int {
    var folder: Int?
    for group in element.groups {
      if folder == nil, let found = index(group) {
        folder = found
      } else {
        element.data.append((.group, group))
      }
    }
    return folder ?? 0
  }

  /// Adds stored items to a folder.
  mutating func add(_ range: Range<Int>, to folder: Int) {
    let last = folders[folder].items.count - 1
    if last >= 0, folders[folder].items[last].upperBound == range.lowerBound {
      folders[folder].items[last] = folders[folder].items[last].lowerBound..<range.upperBound
    } else {
      folders[folder].items.append(range)
    }
  }

  /// Sets the notes of a group's folder. Creates the folder if it does not exist yet.
  ///
  /// - Returns: False if the group's name is not suitable for a folder.
  mutating func describe(_ group: GeoGroup) -> Bool {
    guard let folder = index(group.name) else { return false }
    folders[folder].notes = group.notes ?? folders[folder].notes
    return true
  }

  /// Moves the items of a group's itinerary into folders, one for each day.
  ///
  /// Only items that were written to the group's folder are moved. An item that is a stop on
  /// several days is moved to the folder of the first of these days.
  ///
  /// - Parameter items: A closure that returns a stored item's range, or nil if the item is not in
  ///   the file.
  mutating func addDays(of group: GeoGroup, items: (GeoGroup.Reference) -> Range<Int>?) {
    guard let folder = indices[group.name] else { return }
    let stored = folders[folder].items
    var moved: Set<Int> = []
    var days: [Int: [Range<Int>]] = [:]
    for entry in group.entries {
      guard let item = entry.item.flatMap(items), !item.isEmpty,
        stored.contains(where: { $0.contains(item.lowerBound) }),
        moved.insert(item.lowerBound).inserted
      else { continue }
      days[entry.day, default: []].append(item)
    }
    guard !days.isEmpty else { return }
    let ranges = days.values.flatMap { $0 }.sorted { $0.lowerBound < $1.lowerBound }
    folders[folder].items = Self.remainders(of: stored, without: ranges)
    let first = folders.count
    for (day, items) in days.sorted(by: { $0.key < $1.key }) {
      folders.append(
        Folder(
          name: "Day \(day)" + (Self.date(ofDay: day, group.firstDay).map { " (\($0))" } ?? ""),
          identifier: "\(Self.dayIdentifier)\(folder)-\(day)", items: items))
    }
    folders[folder].children = Array(first..<folders.count) + folders[folder].children
  }

  /// The prefix of the XML identifiers of folders that represent itinerary days. The reader uses
  /// the prefix to distinguish these folders from the folders of groups.
  static let dayIdentifier = "cartographer-day-"

  /// Returns the parts of the given ranges that are outside the removed ranges. Each removed range
  /// must lie inside one of the given ranges.
  private static func remainders(
    of ranges: [Range<Int>], without removed: [Range<Int>]
  ) -> [Range<Int>] {
    ranges.flatMap { range in
      var parts: [Range<Int>] = []
      var start = range.lowerBound
      for item in removed where range.contains(item.lowerBound) {
        parts.append(start..<item.lowerBound)
        start = item.upperBound
      }
      return (parts + [start..<range.upperBound]).filter { !$0.isEmpty }
    }
  }

  /// Returns the date of a day in an itinerary. Returns nil if the date of the first day is
  /// unknown.
  private static func date(ofDay number: Int, _ firstDay: String?) -> String? {
    guard let match = firstDay?.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    let first = Timestamp.dayNumber(year: year, month: month, day: day)
    let date = Timestamp.civil(dayNumber: first &+ number &- 1)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.year)-\(padded(date.month))-\(padded(date.day))"
  }

  /// Returns the index of a group's folder, and creates the folder if necessary. Returns nil if the
  /// group's name cannot be a folder's name; see ``isFolderName(_:)``.
  private mutating func index(_ group: String) -> Int? {
    if let known = indices[group] { return known }
    guard Self.isFolderName(group) else { return nil }
    var parts = group.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map(String.init)
    if parts.count > Self.deepest || !parts.allSatisfy(Self.isFolderName) { parts = [group] }
    var parent = 0
    var path = ""
    for part in parts {
      path = parent == 0 ? part : path + Self.separator + part
      if let known = indices[path] {
        parent = known
        continue
      }
      folders.append(Folder(name: part))
      folders[parent].children.append(folders.count - 1)
      parent = folders.count - 1
      indices[path] = parent
    }
    return parent
  }

  /// Returns whether a name is suitable for a folder. The name must not be empty or have
  /// surrounding white space, which a reader would remove.
  private static func isFolderName(_ name: String) -> Bool {
    FlatMarkup.trimmed(Array(name.utf8)) == name
  }

  /// Writes all folders and the items that they contain.
  ///
  /// - Parameter head: A closure that writes a folder's start with the given identifier, name and
  ///   notes.
  /// - Parameter items: A closure that writes the stored items in the given range.
  /// - Parameter tail: A closure that writes a folder's end.
  func write(
    head: (String?, String, String?) throws -> Void, items: (Range<Int>) throws -> Void,
    tail: () throws -> Void
  ) throws {
    var open = [(folder: 0, next: 0)]
    for range in folders[0].items { try items(range) }
    while let (folder, next) = open.last {
      guard next < folders[folder].children.count else {
        open.removeLast()
        if !open.isEmpty { try tail() }
        continue
      }
      open[open.count - 1].next += 1
      let child = folders[folder].children[next]
      try head(folders[child].identifier, folders[child].name, folders[child].notes)
      for range in folders[child].items { try items(range) }
      open.append((child, 0))
    }
  }
}
