import CartographerModel
import GeoFormats
import Geodesy
import SwiftData

/// The points of a path that have preserved markup or optional GPX fields, such as a name or links.
/// Removing or replacing such a point loses this data.
struct PointMarkup {
  private var keys: Set<Int64> = []

  /// Finds a path's points that have preserved markup or optional GPX fields.
  ///
  /// - Complexity: O(*n*) for *n* points with preserved markup or optional GPX fields.
  init(of id: ItemID, in context: ModelContext) throws {
    let path = context.identifier(id)
    try context.forEachChunk(
      of: Waypoint.self, [.key, .text(\.fields), .text(\.kept)],
      where: #Predicate {
        $0.path?.persistentModelID == path && ($0.fields != nil || $0.kept != nil)
      }
    ) { chunk in
      let (keys, fields, kept) = (
        chunk.integers(0), chunk.optionalTexts(1), chunk.optionalTexts(2)
      )
      for row in keys.indices
      where fields[row] != nil || kept[row].map({ !PreservedMarkup.isTemplate($0) }) ?? false {
        self.keys.insert(keys[row])
      }
    }
  }

  /// Returns how many of the points removed by a rewrite have preserved markup or optional GPX
  /// fields.
  func lost(by rewrite: PathRewrite, _ columns: PathColumns) -> Int {
    guard !keys.isEmpty else { return 0 }
    var lost = keys
    for place in rewrite.selection.places where place.isPoint {
      lost.remove(columns.keys[place.index])
    }
    return lost.count
  }

  /// Returns whether a rewrite removes any point.
  static func canLose(_ rewrite: PathRewrite, _ columns: PathColumns) -> Bool {
    rewrite.selection.places.count { $0.isPoint } < columns.count
  }

  static func note(_ count: Int, _ name: String) -> String {
    let points = Numbers.counted(count, "removed point")
    return "\(name): the names, links or preserved markup of \(points) were lost."
  }
}
