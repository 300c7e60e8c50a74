import CartographerModel
import Foundation
import SwiftData

/// The contents of a store as lines of text. Stores with equal contents have equal dumps.
package struct LogicalDump: Equatable, CustomStringConvertible, Sendable {
  package let lines: [String]

  package init(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    var lines: [String] = []
    for place in try context.fetch(FetchDescriptor<Location>()) {
      let groups = place.groups.map(\.persistentModelID.primaryKey).sorted()
      lines.append(
        "L\(place.persistentModelID.primaryKey) \(place.name)|\(place.notes)|"
          + "\(Self.texts(place.symbol, place.colour, place.comment, place.details, place.type))|"
          + "\(place.created)|\(String(describing: place.trashed))|\(groups)|"
          + "\(Self.point(place.waypoint))|"
          + Self.origin(place.importRecord, place.position, place.digest, place.isNameless))
    }
    for path in try context.fetch(FetchDescriptor<Path>()) {
      let groups = path.groups.map(\.persistentModelID.primaryKey).sorted()
      lines.append(
        "P\(path.persistentModelID.primaryKey) \(path.kind) \(path.name)|\(path.notes)|"
          + "\(Self.texts(path.symbol, path.colour, path.comment, path.details, path.type))|"
          + "\(path.created)|\(String(describing: path.trashed))|\(groups)|"
          + "\(Self.texts(path.source, path.links, path.kept, path.keptSegments))|"
          + "\(path.number ?? -1) \(path.segments ?? -1)|"
          + Self.origin(path.importRecord, path.position, path.digest, path.isNameless))
    }
    for group in try context.fetch(FetchDescriptor<AnnotationGroup>()) {
      lines.append(
        "G\(group.persistentModelID.primaryKey) \(group.name)|\(group.notes)|"
          + "\(Self.texts(group.colour, group.firstDay))|\(group.created)|"
          + String(describing: group.trashed))
    }
    for entry in try context.fetch(FetchDescriptor<ItineraryEntry>()) {
      lines.append(
        "E\(entry.persistentModelID.primaryKey) \(entry.index) \(entry.day)|\(entry.title)|"
          + "\(entry.note)|\(entry.state)|G\(entry.group?.persistentModelID.primaryKey ?? 0) "
          + "L\(entry.location?.persistentModelID.primaryKey ?? 0) "
          + "P\(entry.path?.persistentModelID.primaryKey ?? 0)")
    }
    for record in try context.fetch(FetchDescriptor<ImportRecord>()) {
      lines.append(
        "I\(record.persistentModelID.primaryKey) \(record.source)|\(record.sha256)|\(record.time)|"
          + Self.texts(record.format, record.version, record.creator, record.header))
    }
    try context.forEachChunk(
      of: Waypoint.self,
      [
        .key, .double(\.latitude), .double(\.longitude), .double(\.elevation),
        .date(\.timestamp), .integer(\.index), .integer(\.segment), .reference(\.path),
        .integer(\.format), .text(\.fields), .text(\.kept), .double(\.heartRate),
        .double(\.cadence),
      ]
    ) { chunk in
      for row in 0..<chunk.count {
        lines.append(
          "W\(chunk.integers(0)[row]) \(chunk.doubles(1)[row]) \(chunk.doubles(2)[row]) "
            + "\(chunk.doubles(3)[row]) \(chunk.doubles(4)[row]) \(chunk.integers(5)[row]) "
            + "\(chunk.integers(6)[row]) P\(chunk.integers(7)[row]) \(chunk.integers(8)[row]) "
            + "\(Self.texts(chunk.optionalTexts(9)[row], chunk.optionalTexts(10)[row])) "
            + "\(chunk.doubles(11)[row]) \(chunk.doubles(12)[row])")
      }
    }
    for detail in try context.fetch(FetchDescriptor<PathDetail>()) {
      lines.append(
        "D P\(detail.path?.persistentModelID.primaryKey ?? 0) "
          + "\([detail.south, detail.north, detail.west, detail.east].map { $0 ?? .nan }) "
          + detail.content.base64EncodedString())
    }
    for chunk in try context.fetch(FetchDescriptor<PathChunk>()) {
      lines.append(
        "C P\(chunk.path?.persistentModelID.primaryKey ?? 0) "
          + "\([chunk.south, chunk.north, chunk.west, chunk.east]) "
          + chunk.content.base64EncodedString())
    }
    self.lines = lines
  }

  package var description: String { lines.joined(separator: "\n") }

  private static func texts(_ values: String?...) -> String {
    values.map { $0.map { "'\($0)'" } ?? "-" }.joined(separator: ",")
  }

  private static func origin(
    _ record: ImportRecord?, _ position: Int?, _ digest: Int?, _ isNameless: Bool
  ) -> String {
    "I\(record?.persistentModelID.primaryKey ?? 0) \(position ?? -1) \(digest ?? 0) \(isNameless)"
  }

  private static func point(_ waypoint: Waypoint) -> String {
    "W\(waypoint.persistentModelID.primaryKey)"
  }
}
