import CartographerModel
import GeoFormats
import Geodesy
import SwiftData

/// Which points of a path have a name, links or markup of their own, which nothing can interpolate when
/// others take their place.
struct PointMarkup {
  private var keys: Set<Int64> = []

  /// - Complexity: O(points with texts).
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

  /// How many of them do not stay.
  func lost(by rewrite: PathRewrite, _ columns: PathColumns) -> Int {
    guard !keys.isEmpty else { return 0 }
    var lost = keys
    for place in rewrite.selection.places where place.isPoint {
      lost.remove(columns.keys[place.index])
    }
    return lost.count
  }

  /// Whether a rewrite takes any point away.
  static func canLose(_ rewrite: PathRewrite, _ columns: PathColumns) -> Bool {
    rewrite.selection.places.count { $0.isPoint } < columns.count
  }

  static func note(_ count: Int, _ name: String) -> String {
    "\(name): \(count) of the points that went had names, links or markup of their own, which went with "
      + "them."
  }
}
