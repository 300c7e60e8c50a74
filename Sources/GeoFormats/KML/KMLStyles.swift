/// The shared styles of a KML document.
struct KMLStyles {
  /// The entry for an identifier: a style or, for a style map, the URL of the map's normal style.
  private enum Entry {
    case style(KMLStyle)
    case reference(String)
  }

  /// The maximum number of shared styles. Further styles are ignored and reported.
  static let limit = 50_000

  private var entries: [String: Entry] = [:]
  /// The positions of the shared styles in the file.
  private var places: [String: Diagnostic.Place] = [:]
  /// The identifiers of the highlighted styles, keyed by the identifier of their style map.
  private var highlights: [String: String] = [:]
  /// The identifiers of the styles to which Placemarks refer.
  private var used: Set<String> = []

  /// Adds a shared style with the given identifier.
  ///
  /// - Returns: False if there are too many styles.
  mutating func add(_ style: KMLStyle, id: String, at place: Diagnostic.Place) -> Bool {
    add(.style(style), id, place)
  }

  /// Adds a style map as an entry that refers to the map's normal style.
  ///
  /// - Returns: False if there are too many styles.
  mutating func add(reference: String, id: String, at place: Diagnostic.Place) -> Bool {
    add(.reference(reference), id, place)
  }

  private mutating func add(_ entry: Entry, _ id: String, _ place: Diagnostic.Place) -> Bool {
    guard entries.count < Self.limit else { return false }
    entries[id] = entry
    places[id] = places[id] ?? place
    return true
  }

  /// Stores the URL of a style map's highlighted style.
  mutating func add(highlight: String, id: String) {
    if highlights.count < Self.limit { highlights[id] = Self.id(highlight) }
  }

  /// Records that a Placemark refers to a style.
  mutating func noteUse(of address: String) {
    let id = Self.id(address)
    if used.count < Self.limit, !used.contains(id) { used.insert(id) }
  }

  /// The positions of the styles and style maps to which no Placemark refers, directly or through a
  /// style map, in file order.
  var unusedPlaces: [Diagnostic.Place] {
    var found = used
    var open = Array(used)
    while let id = open.popLast() {
      var next = [highlights[id]]
      if case .reference(let address) = entries[id] { next.append(Self.id(address)) }
      for id in next.compactMap(\.self) where found.insert(id).inserted { open.append(id) }
    }
    return places.filter { !found.contains($0.key) }.map(\.value).sorted {
      ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
    }
  }

  /// Returns the style for a URL such as `#red`. Returns nil if the style is unknown.
  func style(_ address: String) -> KMLStyle? {
    var id = Self.id(address)
    // Style maps can refer to each other.
    for _ in 0..<4 {
      switch entries[id] {
      case .style(let style): return style
      case .reference(let next): id = Self.id(next)
      case nil: return nil
      }
    }
    return nil
  }

  /// Returns whether a URL refers to a style in another file.
  static func isRemote(_ address: String) -> Bool {
    guard let mark = address.firstIndex(of: "#") else {
      return address.contains("/")
    }
    return mark != address.startIndex
  }

  private static func id(_ address: String) -> String {
    address.hasPrefix("#") ? String(address.dropFirst()) : address
  }
}
