import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// A converter that adapts an item's preserved markup (the XML kept for export) to the file header
/// of another import.
struct PreservedMarkupRelocation {
  private let context: ModelContext
  /// The file header stored with the item's import. Nil if the import has no header and therefore
  /// no preserved markup.
  private let source: GeoFileHeader?
  private let target: GeoFileHeader

  /// Creates a converter that adapts preserved markup to another import's file header.
  ///
  /// - Parameter record: The key of the import to which the items belong.
  init(
    _ context: ModelContext, from record: Int64, to target: GeoFileHeader, _ files: FileHeaders
  ) throws {
    self.context = context
    self.target = target
    source = try context.model(
      ImportRecord.self, for: context.identifier(ItemID(.importRecord, record))
    ).flatMap(files.header(of:))
  }

  func move(_ id: ItemID) throws {
    guard let source, source.namespaces != target.namespaces || source.templates != target.templates
    else { return }
    func rebound(_ text: String?) -> String? {
      text.map { PreservedMarkup.rebound($0, from: source, to: target) }
    }
    let identifier = context.identifier(id)
    switch id.kind {
    case .location:
      guard let point = try context.model(Location.self, for: identifier)?.waypoint else { return }
      point.kept = rebound(point.kept)
    case .path:
      guard let path = try context.model(Path.self, for: identifier) else { return }
      path.kept = rebound(path.kept)
      if let kept = path.keptSegments {
        let texts = try StoredJSON.decode([Int: String].self, kept)
        path.keptSegments = try StoredJSON.encode(texts.compactMapValues(rebound))
      }
      try context.save()
      try movePoints(of: identifier, rebound)
    case .group, .importRecord: break
    }
  }

  private func movePoints(
    of path: PersistentIdentifier, _ rebound: (String?) -> String?
  ) throws {
    var templates: Set<String> = []
    var others: [(key: Int64, text: String)] = []
    try context.forEachChunk(
      of: Waypoint.self, [.key, .text(\.kept)],
      where: #Predicate { $0.path?.persistentModelID == path && $0.kept != nil }
    ) { chunk in
      for (key, kept) in zip(chunk.integers(0), chunk.optionalTexts(1)) {
        guard let kept else { continue }
        if PreservedMarkup.isTemplate(kept) {
          templates.insert(kept)
        } else if let text = rebound(kept), text != kept {
          others.append((key, text))
        }
      }
    }
    for template in templates {
      try context.update(
        Waypoint.self, [.set(\.kept, to: rebound(template))],
        where: #Predicate { $0.path?.persistentModelID == path && $0.kept == template })
    }
    for (key, text) in others {
      let point = context.identifier(of: Waypoint.self, key: key)
      try context.update(
        Waypoint.self, [.set(\.kept, to: text)],
        where: #Predicate { $0.persistentModelID == point })
    }
  }
}
