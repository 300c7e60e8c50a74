/// The fields of a place or path, read from the members of a GeoJSON feature.
struct GeoJSONDescription {
  var name: String?
  var comment: String?
  var details: String?
  var notes: String?
  var type: String?
  var source: String?
  var symbol: String?
  var colour: String?
  var number: Int?
  var links: [GeoLink] = []
  var groups: [String] = []
  var time: GeoJSONValue?
  var elevation: Double?
  var kind: GeoPathHeader.Kind?
  var fields = GeoPointFields()
  /// The members' names in lower case.
  private let names: Set<String>
  private let isPlace: Bool
  private let start: Double?
  private let ownElevation: Double?
  /// The feature's members that do not correspond to any field of a place or path.
  private var foreign: [ForeignValue] = []
  /// Markup that preserves ``foreign``, the members that do not correspond to any field.
  private(set) var kept: String?

  /// Reads the members of a feature. Some members are meaningful only for places, and others only
  /// for paths.
  ///
  /// - Parameter isPlace: Whether the feature is a place.
  /// - Parameter start: The time of a path's first point, in seconds since 2001-01-01T00:00:00Z, or
  ///   nil.
  /// - Parameter elevation: The elevation, in metres, from a place's coordinates, or nil.
  init(
    _ members: [GeoJSONMember], isPlace: Bool, start: Double? = nil, elevation: Double? = nil
  ) {
    names = Set(members.map { $0.name.lowercased() })
    self.isPlace = isPlace
    self.start = start
    ownElevation = elevation
    for member in members where !read(member) {
      foreign.append(Self.foreignValue(member))
    }
    kept = PreservedMarkup.keeping(foreign)
  }

  private static func foreignValue(_ member: GeoJSONMember) -> ForeignValue {
    let parts = member.name.split(separator: ":", maxSplits: 1)
    if parts.count == 2, parts[0] != GeoJSONCodec.id, let value = member.string,
      GeoFormat.named(String(parts[0])) != nil
    {
      // The writer wrote a value of another format.
      return ForeignValue(format: String(parts[0]), name: String(parts[1]), value: value)
    }
    return ForeignValue(format: GeoJSONCodec.id, name: member.name, value: member.text)
  }

  /// Stores the value of a feature's member in the corresponding field of the place or path.
  ///
  /// - Returns: Whether a field was set. False if no field corresponds to the member or the field
  ///   is already set.
  private mutating func read(_ member: GeoJSONMember) -> Bool {
    guard let field = GeoJSONField(member.name) else { return false }
    if let standard = field.standardName(isPlace: isPlace), names.contains(standard),
      member.name.lowercased() != standard
    {
      return false
    }
    return switch field {
    case .name: set(&name, member.shownText)
    case .details: set(&details, member.shownText)
    case .comment: set(&comment, member.shownText)
    case .notes: set(&notes, member.shownText)
    case .type: set(&type, member.shownText)
    case .source: set(&source, member.shownText)
    case .symbol: set(&symbol, member.shownText)
    case .colour: set(&colour, member.string.flatMap(GeoJSONColour.parse))
    case .groups: readGroups(member)
    case .links: readLinks(member)
    case .pathKind: readKind(member)
    case .number: !isPlace && set(&number, member.number.flatMap { Int(exactly: $0) })
    case .time: readTime(member)
    case .elevation: isPlace && readElevation(member)
    default: isPlace && readPointField(field, member)
    }
  }

  private func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    guard let value, field == nil else { return false }
    field = value
    return true
  }

  private mutating func readGroups(_ member: GeoJSONMember) -> Bool {
    guard let found = member.texts, groups.isEmpty else { return false }
    groups = found.texts.filter { !$0.isEmpty }
    return found.isComplete
  }

  private mutating func readLinks(_ member: GeoJSONMember) -> Bool {
    guard let found = member.links, links.isEmpty else { return false }
    links = found
    return true
  }

  private mutating func readKind(_ member: GeoJSONMember) -> Bool {
    switch member.string {
    case "trk": kind = .track
    case "rte": kind = .route
    case "wpt": return isPlace
    default: return false
    }
    return true
  }

  private mutating func readTime(_ member: GeoJSONMember) -> Bool {
    let value = GeoJSONTime.of(member)
    // A path has no time, but many programs repeat the time of its first point.
    return isPlace ? set(&time, value) : value != nil && value?.value == start
  }

  /// Reads the elevation from a property of the feature. An elevation in the coordinates takes
  /// precedence.
  private mutating func readElevation(_ member: GeoJSONMember) -> Bool {
    guard let ownElevation else { return set(&elevation, member.decimal) }
    return member.decimal == ownElevation
  }

  /// Returns whether a field is empty or may lack some values of the corresponding property.
  func isIncomplete(_ field: GeoJSONField) -> Bool {
    switch field {
    case .name: name == nil
    case .details: details == nil
    case .comment: comment == nil
    case .notes: notes == nil
    case .type: type == nil
    case .source: source == nil
    case .symbol: symbol == nil
    case .colour: colour == nil
    case .groups: true
    case .links: links.isEmpty
    case .pathKind: kind == nil
    case .number: !isPlace && number == nil
    case .time: isPlace && time == nil
    case .elevation: isPlace && elevation == nil && ownElevation == nil
    default: isPlace
    }
  }

  /// Reads a property that corresponds to a GPX field for points, such as `sat`.
  private mutating func readPointField(_ field: GeoJSONField, _ member: GeoJSONMember) -> Bool {
    switch field {
    case .satellites: set(&fields.satellites, member.integer)
    case .dgpsID: set(&fields.dgpsID, member.integer)
    case .fix: set(&fields.fix, member.string)
    case .hdop: set(&fields.hdop, member.decimal)
    case .vdop: set(&fields.vdop, member.decimal)
    case .pdop: set(&fields.pdop, member.decimal)
    case .magneticVariation: set(&fields.magneticVariation, member.decimal)
    case .geoidHeight: set(&fields.geoidHeight, member.decimal)
    case .ageOfDGPSData: set(&fields.ageOfDGPSData, member.decimal)
    default: false
    }
  }
}
