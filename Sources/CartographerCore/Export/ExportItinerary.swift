import CartographerModel
import SwiftData

/// A group's itinerary, with the data required for an export.
struct ExportItinerary {
  struct Stop {
    var day: Int
    /// The place or path to which the stop refers. Nil for a stop that has only a title.
    var item: ItemID?
    /// The name of the stop's place or path, or the stop's own title if it has neither.
    var title: String
    /// Whether the name was generated because the stop's place or path was imported without a name.
    var isNameless = false
    var isTrashed = false
    var note: String
    var isDone: Bool
  }

  /// The stops of the itinerary, in order.
  private(set) var stops: [Stop] = []

  var isEmpty: Bool { stops.isEmpty }

  /// Returns the itinerary of each group that has stops, indexed by the group's database key. The
  /// names of the stops' items are not read.
  static func all(in context: ModelContext) throws -> [Int64: ExportItinerary] {
    var found: [Int64: ExportItinerary] = [:]
    try context.forEachChunk(
      of: ItineraryEntry.self,
      [
        .integer(\.day), .text(\.title), .text(\.note), .text(\.state), .reference(\.group),
        .reference(\.location), .reference(\.path),
      ], sortBy: [SortDescriptor(\.index)]
    ) { chunk in
      let (titles, notes, states) = (chunk.texts(1), chunk.texts(2), chunk.texts(3))
      for row in 0..<chunk.count {
        let (place, path) = (chunk.integers(5)[row], chunk.integers(6)[row])
        found[chunk.integers(4)[row], default: ExportItinerary()].stops.append(
          Stop(
            day: Int(chunk.integers(0)[row]),
            item: place != 0
              ? ItemID(.location, place) : path != 0 ? ItemID(.path, path) : nil,
            title: titles[row], note: notes[row], isDone: states[row] == StopState.done.rawValue))
      }
    }
    return found
  }

  /// Reads the names of the stops' places and paths from the store, and checks whether these items
  /// are in the trash.
  mutating func readNames(in context: ModelContext) throws {
    func readName<Model: ImportedModel>(_ type: Model.Type, _ id: ItemID, _ stop: inout Stop)
      throws
    {
      guard let model = try context.model(type, for: context.identifier(id)) else { return }
      stop.title = model.name
      stop.isNameless = model.isNameless
      stop.isTrashed = model.trashed != nil
    }
    for index in stops.indices {
      guard let id = stops[index].item else { continue }
      if id.kind == .location {
        try readName(Location.self, id, &stops[index])
      } else {
        try readName(Path.self, id, &stops[index])
      }
    }
  }
}
