import Foundation
import Geodesy

/// A reader for GeoJSON (RFC 7946), newline-delimited GeoJSON, and GeoJSON text sequences (RFC
/// 8142).
///
/// The members of a JSON object can occur in any order. A feature's positions and their values are
/// therefore stored until the feature ends.
final class GeoJSONReader {
  let json: JSONReader
  let feed: GeoFeed
  var feature = GeoJSONFeature()
  private var tally = DiagnosticTally<GeoJSONNote>()
  /// The number of top-level JSON values that were read.
  private var roots = 0
  /// Whether the file contains features or geometries, even if they have no positions.
  private var isGeoJSON = false
  /// Whether the file names this program as its creator.
  private(set) var isOwnFile = false

  init(_ input: GeoInput, into sink: any GeoSink, _ format: GeoFormat) throws {
    json = try JSONReader(input)
    feed = GeoFeed(input, into: sink, format)
  }

  func read() throws -> GeoReadReport {
    var damage: JSONFault?
    var firstFault: JSONFault?
    while true {
      do {
        try readRoots()
        break
      } catch let refusal as InputRefusal {
        damage = try JSONFault(refusal.located(at: json.place))
        break
      } catch let fault as JSONFault {
        // In a sequence, the fault concerns only one of the values.
        guard let skipped = try skipRecord(after: fault) else {
          damage = fault
          // The positions before the fault are read like those of a complete feature.
          if feature.hasPositions, !fault.refusesFile { try deliverUnfinished() }
          break
        }
        firstFault = firstFault ?? fault
        feed.report.isComplete = false
        feed.diagnose(skipped.code, .skipped, at: skipped.place, skipped.message)
        feature.reset()
      }
    }
    for entry in tally.entries {
      feed.diagnose(
        entry.kind.code, entry.kind.action, at: entry.place,
        entry.kind.message(entry.detail) + entry.times)
    }
    // A file in which no line can be read is rejected because of its first fault.
    var report = try feed.finish(json, damage ?? (isGeoJSON ? nil : firstFault))
    if !isGeoJSON, !report.isRefused {
      report.refuse(
        Diagnostic(
          line: 1, column: 1, code: .rootUnexpected, action: .refused,
          message: "the file is JSON but contains no GeoJSON object"))
    }
    return report
  }

  /// Moves to the next record after a fault that affects only one record of a sequence.
  ///
  /// - Returns: The diagnostic about the record. Nil if reading ends.
  private func skipRecord(after fault: JSONFault) throws -> Diagnostic? {
    guard !fault.refusesFile, !fault.isLimit else { return nil }
    if roots > 0 { return try json.skipRecord(after: fault) }
    // A feature collection, some of whose features may have been read, is not a line of a sequence.
    guard !isGeoJSON, let skipped = try json.skipFirstLine(after: fault) else { return nil }
    roots += 1
    return skipped
  }

  /// Passes the positions of an unfinished feature to the ``GeoSink``. If they exceed a limit, the
  /// remaining positions are omitted.
  private func deliverUnfinished() throws {
    do {
      try deliver()
    } catch let refusal as InputRefusal where refusal.code.isLimit {
      // The file ends here in any case.
      return
    }
  }

  /// Records an irregularity at the current token.
  func note(_ note: GeoJSONNote, _ detail: @autoclosure () -> String = "") {
    tally.add(note, at: json.place, detail())
  }

  /// Records each unreadable property value of the current feature if the corresponding field of
  /// the given item is empty or incomplete. Each value is recorded only once, even if several items
  /// share the feature's properties.
  func noteUnreadableValues(of description: GeoJSONDescription) {
    feature.unreadable.removeAll { value in
      guard description.isIncomplete(value.field) else { return false }
      tally.add(value.note, at: value.place, value.detail)
      return true
    }
  }

  /// Stores a property whose value is not valid for its field, until the feature's items are known.
  func storeUnreadableValue(
    _ member: GeoJSONMember, at place: @autoclosure () -> Diagnostic.Place
  ) {
    guard let value = GeoJSONUnreadableValue(member, at: place()),
      !feature.unreadable.contains(where: { $0.name == value.name })
    else { return }
    feature.unreadable.append(value)
  }

  // MARK: Structure

  private func readRoots() throws {
    while true {
      switch try json.next() {
      case .end: return
      case .objectStart: _ = try readItem(.root)
      case .arrayStart: try readFeatures()
      default: note(.otherObject)
      }
      roots += 1
    }
  }

  /// Reads the features in an array. The features of nested collections are treated as elements of
  /// the array.
  private func readFeatures() throws {
    // Collections can be nested to any depth, so this is a loop.
    var nestedCollections = 0
    while true {
      switch try json.next() {
      case .arrayEnd:
        guard nestedCollections > 0 else { return }
        nestedCollections -= 1
        if try readItem(.restOfCollection) { nestedCollections += 1 }
      case .objectStart:
        if try readItem(.member) { nestedCollections += 1 }
      default:
        note(.otherObject)
        try json.skipValue()
      }
    }
  }

  /// The JSON object, or the part of an object, that ``readItem(_:)`` reads.
  private enum ItemPart {
    /// An object that is not in an array of features.
    case root
    /// An element of an array of features.
    case member
    /// The members that follow the `features` array of a nested collection.
    case restOfCollection
  }

  /// An object, or an array of geometries, that is being read.
  private enum Level {
    /// A feature, a geometry outside a feature or, at the root, a collection of features.
    case item
    /// A geometry, with its index among the feature's geometries.
    case geometry(Int)
    /// The geometries of a collection, with the collection's index among the feature's geometries.
    case geometries(Int)
  }

  /// Reads a feature, a geometry outside a feature or, at the root, a collection of features. The
  /// caller must already have read the opening brace.
  ///
  /// - Returns: Whether reading stopped before the first feature of a nested collection.
  private func readItem(_ part: ItemPart) throws -> Bool {
    feature.reset()
    var isCollection = false
    var type: String?
    var own: Int?
    var hasGeometryMember = false
    // Geometries can be nested to any depth, so this is a loop.
    var levels = [Level.item]
    while let level = levels.last {
      if case .geometries(let collection) = level {
        switch try json.next() {
        case .objectStart: try levels.append(.geometry(addGeometry(in: collection)))
        case .arrayEnd: levels.removeLast()
        default:
          note(.otherObject)
          try json.skipValue()
        }
        continue
      }
      guard try json.nextKey() else {
        levels.removeLast()
        continue
      }
      var index: Int?
      if case .geometry(let number) = level { index = number }
      if json.textIs("type") {
        let text = try json.nextString()
        if let index { setType(text, of: index) } else { type = text }
      } else if json.textIs("coordinates") {
        let number = try index ?? own ?? addGeometry()
        if index == nil { own = number }
        try readCoordinates(number)
      } else if json.textIs("geometries") {
        let number = try index ?? own ?? addGeometry()
        if index == nil { own = number }
        feature.geometries[number].isCollection = true
        if try json.next() == .arrayStart {
          levels.append(.geometries(number))
        } else {
          try json.skipValue()
        }
      } else if json.textIs("crs") {
        try readReferenceSystem()
      } else if json.textIs("bbox") {
        try json.skipNext()
      } else if index == nil, json.textIs("geometry") {
        hasGeometryMember = true
        if try json.next() == .objectStart {
          try levels.append(.geometry(addGeometry()))
        } else {
          try json.skipValue()
        }
      } else if index == nil, json.textIs("properties") {
        try readProperties()
      } else if index == nil, part != .root, type == nil || type == "FeatureCollection",
        feature.geometries.isEmpty, !hasGeometryMember, json.textIs("features")
      {
        if try json.next() == .arrayStart {
          isGeoJSON = true
          note(.nestedCollection)
          noteUnreadMembers()
          return true
        }
        try keepMember("/features")
      } else if index == nil, part == .root, type == nil || type == "FeatureCollection",
        json.textIs("features")
      {
        isCollection = true
        isGeoJSON = true
        let members = feature.members
        if try json.next() == .arrayStart {
          try readFeatures()
        } else {
          note(.otherObject)
          try json.skipValue()
        }
        feature.reset()
        feature.members = members
      } else {
        try readMember((index == nil ? "/" : "/geometry/") + json.string, of: index)
        if let member = feature.members.last, member.name == "/generator",
          member.string == GPXWriter.creator
        {
          isOwnFile = true
        }
      }
    }
    if type == "Topology" {
      throw JSONFault(
        .inputUnknown, at: json.place,
        "the file is TopoJSON; convert it to GeoJSON first, for example with ogr2ogr")
    }
    if isCollection || part == .root && type == "FeatureCollection" {
      isGeoJSON = true
      describeCollection()
      return false
    }
    let isFeature = type == "Feature" || own != nil || hasGeometryMember
    if type == "FeatureCollection" || part == .restOfCollection && !isFeature {
      isGeoJSON = true
      noteUnreadMembers()
      return false
    }
    if let type, own == nil, GeoJSONGeometry.Kind(rawValue: type) != nil {
      own = try addGeometry()
    }
    if let own {
      setType(type, of: own)
    } else if type != "Feature", !hasGeometryMember {
      note(.otherObject)
      feature.reset()
      return false
    }
    if !isGeoJSON { readCreator() }
    isGeoJSON = true
    try deliver()
    return false
  }

  /// Reports the ignored members of a nested collection.
  private func noteUnreadMembers() {
    for member in feature.members {
      // The names of properties do not begin with a slash.
      note(.member(member.name.hasPrefix("/") ? String(member.name.dropFirst()) : member.name))
    }
    feature.reset()
  }

  /// Sets the file's creator if the first feature's `generator` member names this program.
  private func readCreator() {
    let creator = feature.members.firstIndex {
      $0.name == "/generator" && $0.string == GPXWriter.creator
    }
    guard let creator else { return }
    feature.members.remove(at: creator)
    feed.report.creator = GPXWriter.creator
  }

  /// Appends a geometry to the feature and returns its index.
  ///
  /// - Parameter collection: The index of the collection that contains the geometry, or nil.
  private func addGeometry(in collection: Int? = nil) throws -> Int {
    let limit = feed.input.options.limits.geometries
    guard feature.geometries.count < limit else {
      throw JSONFault(
        .limitFragment, at: json.place,
        "a feature has more than \(Numbers.grouped(limit)) geometries")
    }
    feature.geometries.append(GeoJSONGeometry(collection: collection))
    return feature.geometries.count - 1
  }

  private func setType(_ type: String?, of index: Int) {
    guard type != "GeometryCollection" else {
      feature.geometries[index].isCollection = true
      return
    }
    feature.geometries[index].kind = type.flatMap(GeoJSONGeometry.Kind.init)
    if feature.geometries[index].kind == nil {
      note(
        .unknownType,
        type.map { "the geometry type “\(Excerpt.of($0))” is unknown" }
          ?? "the type of a geometry is missing")
    }
  }

  /// Reads the members of a feature collection that describe the whole file.
  private func describeCollection() {
    for member in feature.members {
      switch (member.name, member.string) {
      case ("/name", .some(let name)): feed.header.metadata.name = name
      case ("/description", .some(let text)): feed.header.metadata.details = text
      case ("/generator", .some(let name)): feed.report.creator = name
      case ("/groups", _):
        if let groups = GeoJSONGroups.decoded(member.text) {
          feed.header.groups = groups
        } else {
          note(.member("groups"))
        }
      default: note(.member(String(member.name.dropFirst())))
      }
    }
    feature.reset()
  }

  // MARK: Coordinate reference system

  /// Reads the `crs` member, which GeoJSON defined before RFC 7946. Only WGS 84 is accepted.
  private func readReferenceSystem() throws {
    guard try json.next() != .null else { return }
    let place = json.place
    var names: [String] = []
    let outside = json.depth - 1
    if json.lastToken == .objectStart {
      while json.depth > outside {
        let token = try json.next()
        if token == .key, json.textIs("type") {
          try json.skipNext()
        } else if token == .string || token == .number, names.count < 16 {
          names.append(token == .string ? json.string : String(format: "%g", json.number))
        }
      }
    } else {
      names = [try json.valueText(limit: 1000) ?? ""]
    }
    let isKnown = names.contains { name in
      let word = name.uppercased().filter { !" _".contains($0) }
      return ["CRS84", "CRS84H", "4326", "WGS84", "4979"].contains { known in
        word == known || word.hasSuffix(":" + known) || word.hasSuffix("/" + known)
      }
    }
    if !isKnown {
      let name = names.first.map { "“\(Excerpt.of($0))”" } ?? "without a name"
      throw JSONFault(
        .crsUnsupported, at: place,
        """
        the coordinates are in the reference system \(name), not WGS 84; convert the file first, \
        for example with ogr2ogr -t_srs EPSG:4326
        """)
    }
  }
}
