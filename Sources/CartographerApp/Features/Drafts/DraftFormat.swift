import CartographerCore
import Foundation
import Geodesy

/// The format of a drafts file: JSON with a version number.
///
/// A file with an unknown version number or unknown content is rejected as a whole. Rejected files
/// are not modified, so that the program version that wrote them can still read them.
package enum DraftFormat {
  static let version = 1
  /// The maximum size of a drafts file, in bytes. A drawing with 100 000 points fits within this
  /// limit.
  package static let limitBytes = 8 << 20

  private struct Page: Codable {
    var version: Int
    var drafts: [Record]
  }

  private struct Record: Codable {
    var changed: Date
    var points: [[Double]]?
    var name: String?
    var form: Form?
    var preview: Preview?
  }

  private struct Preview: Codable {
    var operation: String
    var paths: [String]
    /// The indexes of the range's first and last points, counted from 0. Nil if there is no range.
    var range: [Int]?
    var point: Int?
    var title: String
    var fields: [Field]
  }

  private struct Form: Codable {
    var purpose: String
    var items: [String]?
    var stop: String?
    var keys: [Int64]?
    var title: String
    var fields: [Field]
  }

  private struct Field: Codable {
    var field: String
    var label: String
    var before: String
    var text: String
  }

  /// Encodes drafts as the content of a drafts file. Drafts without a time are encoded with the
  /// time `now`.
  package static func encode(_ drafts: [Draft], now: Date) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let records = drafts.map { record(of: $0, now: now) }
    return try encoder.encode(Page(version: version, drafts: records))
  }

  /// Decodes the drafts in a file. Returns nil if this version cannot read at least one of the
  /// drafts. An empty file contains no drafts.
  package static func decode(_ data: Data) -> [Draft]? {
    guard !data.isEmpty else { return [] }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let page = try? decoder.decode(Page.self, from: data), page.version == version else {
      return nil
    }
    let drafts = page.drafts.compactMap(draft)
    return drafts.count == page.drafts.count ? drafts : nil
  }

  // MARK: Drafts

  private static func record(of draft: Draft, now: Date) -> Record {
    let changed = draft.changed ?? now
    switch draft.content {
    case .drawing(let points, let name):
      return Record(
        changed: changed, points: points.map { [$0.latitude, $0.longitude] }, name: name)
    case .form(let content):
      var form = Form(
        purpose: content.purpose.commandID, title: content.title,
        fields: content.fields.map {
          Field(field: $0.kind.name, label: $0.label, before: $0.initial, text: $0.text)
        })
      switch content.purpose {
      case .edit(let ids), .colour(let ids), .newGroup(let ids):
        form.items = ids.map(\.description)
      case .points(let id, let keys):
        form.items = [id.description]
        form.keys = keys
      case .stops(let stops, let group):
        form.items = [group.description]
        form.stop = stops.map(\.description).joined(separator: " ")
      case .firstDay(let group): form.items = [group.description]
      case .newPlace, .newPath: break
      }
      return Record(changed: changed, form: form)
    case .preview(let content):
      let subject = content.subject
      return Record(
        changed: changed,
        preview: Preview(
          operation: subject.kind.rawValue, paths: subject.paths.map(\.description),
          range: subject.range.map { [$0.lowerBound, $0.upperBound - 1] }, point: subject.point,
          title: content.title,
          fields: content.fields.map {
            Field(field: $0.kind.rawValue, label: $0.label, before: $0.initial, text: $0.text)
          }))
    }
  }

  private static func draft(from record: Record) -> Draft? {
    if let form = record.form {
      return content(of: form).map { Draft(.form($0), changed: record.changed) }
    }
    if let preview = record.preview {
      return content(of: preview).map { Draft(.preview($0), changed: record.changed) }
    }
    guard let pairs = record.points else { return nil }
    let points = pairs.compactMap { pair -> Coordinate? in
      guard pair.count == 2, (-90...90).contains(pair[0]), (-180...180).contains(pair[1]) else {
        return nil
      }
      return Coordinate(latitude: pair[0], longitude: pair[1])
    }
    guard points.count == pairs.count, !points.isEmpty else { return nil }
    return Draft(.drawing(points, name: record.name ?? ""), changed: record.changed)
  }

  private static func content(of form: Form) -> DraftForm? {
    guard let purpose = purpose(of: form) else { return nil }
    let fields = form.fields.compactMap { field in
      FormState.FieldKind(name: field.field).map {
        DraftForm.Field(kind: $0, label: field.label, initial: field.before, text: field.text)
      }
    }
    guard fields.count == form.fields.count else { return nil }
    return DraftForm(purpose: purpose, title: form.title, fields: fields)
  }

  private static func content(of preview: Preview) -> DraftPreview? {
    let paths = preview.paths.compactMap { ItemID($0) }
    let fields = preview.fields.compactMap { field in
      OperationField.Name(rawValue: field.field).map {
        DraftPreview.Field(kind: $0, label: field.label, initial: field.before, text: field.text)
      }
    }
    var range: Range<Int>?
    if let ends = preview.range {
      guard ends.count == 2, 0 <= ends[0], ends[0] <= ends[1], ends[1] < Int.max else { return nil }
      range = ends[0]..<ends[1] + 1
    }
    guard let kind = OperationKind(rawValue: preview.operation), !paths.isEmpty,
      paths.count == preview.paths.count, fields.count == preview.fields.count,
      paths.allSatisfy({ $0.kind == .path }), 0..<Int.max ~= preview.point ?? 0
    else { return nil }
    return DraftPreview(
      subject: OpenOperation.Subject(
        kind: kind, paths: paths, range: range, point: preview.point),
      title: preview.title, fields: fields)
  }

  /// Parses stop IDs that are separated by spaces. Returns nil if an ID is not valid.
  private static func stops(_ text: String) -> [StopID]? {
    let words = text.split(separator: " ")
    let ids = words.compactMap { StopID($0) }
    return ids.isEmpty || ids.count < words.count ? nil : ids
  }

  private static func purpose(of form: Form) -> FormState.Purpose? {
    let written = form.items ?? []
    let ids = written.compactMap { ItemID($0) }
    guard ids.count == written.count else { return nil }
    let candidates: [FormState.Purpose] =
      [.edit(ids), .colour(ids), .newGroup(members: ids), .newPlace, .newPath]
      + (ids.first.map { id in
        [.firstDay(id), .points(of: id, keys: form.keys ?? [])]
          + (form.stop.flatMap(stops).map { [.stops($0, of: id)] } ?? [])
      } ?? [])
    // Earlier versions wrote a command's earlier name.
    let command = CommandRegistry.currentName(of: form.purpose)
    let found = candidates.first { $0.commandID == command }
    switch found {
    case .edit([]), .colour([]), .points(_, []): return nil
    default: return found
    }
  }
}

extension FormState.FieldKind {
  private static let all: [FormState.FieldKind] =
    ItemField.allCases.map(FormState.FieldKind.text)
    + [.coordinate, .elevation, .time, .note, .title, .day, .date]

  /// The field's name in a drafts file.
  fileprivate var name: String {
    switch self {
    case .text(let field): field.rawValue
    case .coordinate: "coordinates"
    case .elevation: "elevation"
    case .time: "time"
    case .note: "stop-note"
    case .title: "stop-title"
    case .day: "stop-day"
    case .date: "first-day"
    }
  }

  fileprivate init?(name: String) {
    guard let kind = FormState.FieldKind.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
